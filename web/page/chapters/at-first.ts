import { guard } from 'lit/directives/guard.js';

/** A property that the reader changes afterwards: given once, not with every rendering (which gives objects anew). */
export function atFirst<Value>(value: Value) {
  return guard([value], () => value);
}
