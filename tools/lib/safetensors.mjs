// The safetensors format for tools: { name: { shape, data } }, of the types that the tools need.

const types = { F32: Float32Array, I32: Int32Array, U8: Uint8Array };

/** A file's bytes; all tensors are Float32Array. */
export function writeTensors(tensors, metadata = { format: 'pt' }) {
  const header = { __metadata__: metadata };
  let end = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape, data_offsets: [end, (end += data.byteLength)] };
  }
  const text = JSON.stringify(header);
  const padded = text + ' '.repeat(-text.length & 7); // the data begins at a multiple of 8
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const bytes = Object.values(tensors).map(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  );
  return Buffer.concat([length, Buffer.from(padded), ...bytes]);
}

/** The tensors of a file, each with a typed array of its own. */
export function readTensors(bytes) {
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, start));
  delete header.__metadata__;
  const read = ({ dtype, shape, data_offsets: [begin, end] }) => {
    const raw = Uint8Array.from(bytes.subarray(start + begin, start + end));
    return { shape, data: new types[dtype](raw.buffer) };
  };
  return Object.fromEntries(Object.entries(header).map(([name, info]) => [name, read(info)]));
}
