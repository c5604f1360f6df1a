/** `fixed`: an element without its controls, or without those that it names. */
import { type CSSResult, unsafeCSS } from 'lit';

/** What tells something, repeats a call or saves is no control of a figure's content. */
const kKept = ".bar, .recipe, [role='alert'], [part~='retry'], [part~='readout']";

/** @param names of its controls: each is the `data-control` of what makes it up, and all are as many as without a value */
export function fixedStyles(names: readonly string[]): CSSResult {
  const named = names.map((name) => `[fixed~='${name}']`);
  const selectors = [
    `:host(:is([fixed=''], ${named.join('') || '[fixed]'})) [data-control]:not(${kKept})`,
    ...names.map((name, i) => `:host(${named[i]}) [data-control='${name}']`),
  ];
  return unsafeCSS(`${selectors.join(',\n')} { display: none !important; }`);
}
