import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

type Styles = Readonly<Record<string, string>>;

/**
 * Sets CSS properties one by one, as an element directive: `<td ${styles({ background })}>`. A style attribute, which
 * Lit's styleMap writes at first, would need 'unsafe-inline' in a page's content security policy.
 */
class StylesDirective extends Directive {
  #previous: Styles = {};

  override render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const name of Object.keys(this.#previous))
      if (!(name in styles)) style.removeProperty(name);
    for (const [name, value] of Object.entries(styles)) {
      if (this.#previous[name] !== value) style.setProperty(name, value);
    }
    this.#previous = styles;
    return noChange;
  }
}

export const styles = directive(StylesDirective);
