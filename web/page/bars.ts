/** How many bars the first view has: under a finger they are higher, and fewer fit on the first screen of a phone. */
export const kBars = { touched: 6, pointed: 10 } as const;

/** The build does not know the pointer: it draws the larger number, and under a finger styles hide those beyond the smaller one. */
export function barCount(): number {
  const isTouched = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
  return isTouched ? kBars.touched : kBars.pointed;
}
