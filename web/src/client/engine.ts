import type * as PublicFace from '../index.ts';

/** The engine's public API, fetched only by elements that compute; those that are given data never load it. */
export function loadEngine(): Promise<typeof PublicFace> {
  return import('../index.ts');
}
