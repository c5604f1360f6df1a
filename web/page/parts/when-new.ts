import { guard } from 'lit/directives/guard.js';

/**
 * Gives an object only when it is another one than last time. Lit compares primitives itself but sets objects with every
 * rendering, which would take back what the reader has changed in the element since, and draw a part of the page anew.
 */
export function whenNew<Value>(value: Value) {
  return guard([value], () => value);
}
