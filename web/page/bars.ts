/** How many bars the first view has: under a finger they are higher, and fewer fit on the first screen of a phone. */
export const kBars = { touched: 6, pointed: 10 } as const;

/** The build, which has no pointer, draws all of them, and its styles hide those that are too many. */
export function barCount(): number {
  const isTouched = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  return isTouched ? kBars.touched : kBars.pointed;
}
