// The little of Protocol Buffers that an ONNX file needs: messages are lists of pieces that are written as they are, so
// that no tensor is copied.

/** A base-128 number of at most 53 bits. */
export function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

const key = (field, type) => varint(field * 8 + type);

/** A message's pieces and their length together. */
export function message(...fields) {
  const pieces = fields.flatMap((field) => field.pieces);
  return { pieces, length: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

const nothing = { pieces: [] };

/** Integers that are not negative. */
export const integer = (field, value) => ({ pieces: [key(field, 0), varint(value)] });

export function float(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return { pieces: [key(field, 5), bytes] };
}

export const text = (field, value) => bytes(field, Buffer.from(value));

export const bytes = (field, value) => ({ pieces: [key(field, 2), varint(value.length), value] });

export const inside = (field, { pieces, length }) => ({
  pieces: [key(field, 2), varint(length), ...pieces],
});

/** A repeated field. */
export const each = (values, write) =>
  values.length === 0 ? nothing : { pieces: values.flatMap((value) => write(value).pieces) };
