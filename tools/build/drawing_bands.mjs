// A drawing that is too wide for a sheet of paper, cut into bands that stand one below the other.

/** Pixels. At the width of a sheet of A4 its letters can still be read. */
const kWidest = 1000;
/** Around what a band holds. */
const kMargin = 12;

/**
 * @param svg a drawing of ours: one group, which is moved, with boxes, texts, and lines in a picture within it
 * @returns the bands as drawings, each with its size; none where it is narrow enough, or cannot be cut
 */
export function bandsOf(svg) {
  const { root, width, height } = sizeOf(svg);
  if (width < 2 * kWidest) return [];
  const boxes = boxesIn(svg);
  const bands = [];
  for (let left = 0; left < width;) {
    const count = Math.ceil((width - left) / kWidest);
    const right = count === 1 ? width : cutBefore(left + (width - left) / count, boxes);
    if (right <= left) return [];
    const held = boxes.filter((box) => box.right > left && box.left < right);
    const top = Math.max(0, Math.min(...held.map((box) => box.top)) - kMargin);
    const bottom = Math.min(height, Math.max(...held.map((box) => box.bottom)) + kMargin);
    const size = { width: Math.ceil(right - left), height: Math.ceil(bottom - top) };
    const view = [left, top, size.width, size.height].join(' ');
    const cut = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${view}">`;
    bands.push({ svg: svg.replace(root, cut), ...size });
    left = right;
  }
  return bands;
}

function sizeOf(svg) {
  const [root, width, height] = /<svg [^>]*?width="(\d+)" height="(\d+)"[^>]*>/.exec(svg);
  return { root, width: Number(width), height: Number(height) };
}

/** Boxes and lines of text. What joins them may be cut. */
function boxesIn(svg) {
  const [, group] = /<g (transform="translate[^]*)/.exec(svg);
  const [dx, dy] = /translate\((\S+) (\S+)\)/.exec(group).slice(1).map(Number);
  const marks = group.replace(/<svg [^]*?<\/svg>/g, '').matchAll(/<(rect|text) [^>]*>/g);
  return [...marks].map(([mark, kind]) => {
    const of = (name) => Number(new RegExp(` ${name}="([^"]*)"`).exec(mark)?.[1] ?? 0);
    const [x, y] = [of('x') + dx, of('y') + dy];
    return kind === 'rect'
      ? { left: x, right: x + of('width'), top: y, bottom: y + of('height') }
      : { left: x, right: x + of('textLength'), top: y - 13, bottom: y + 4 };
  });
}

/** In the middle of the last gap between boxes before `limit`; 0: there is none. */
function cutBefore(limit, boxes) {
  let [end, cut] = [0, 0];
  for (const { left, right } of boxes.toSorted((a, b) => a.left - b.left)) {
    const middle = Math.round((end + left) / 2);
    if (left > end && middle <= limit) cut = middle;
    end = Math.max(end, right);
  }
  return cut;
}
