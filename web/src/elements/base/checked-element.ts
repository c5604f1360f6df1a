import type { PropertyDeclaration, PropertyValues } from 'lit';
import { printable } from '../../shared/printable.ts';
import { asGiven, asNumber, type Rule, whyNone } from './attributes.ts';
import { StyledElement } from './styled-element.ts';

/** An element whose properties are checked before each update: a wrong one refuses it, and nothing changes. */
export abstract class CheckedElement extends StyledElement {
  /** What its properties may be, where their type does not say it. */
  static readonly rules: Readonly<Record<string, Rule>> = {};

  /** The initial values of its properties. */
  readonly #initial = new Map<PropertyKey, unknown>();
  /** What was changed since an update was refused: it takes part in the next one that is not. */
  readonly #refused = new Map<PropertyKey, unknown>();
  /** The properties that were given values since the element was defined, until its first update. */
  readonly #given = new Set<PropertyKey>();
  /** What its constructors set is not given: one that overrides a property sets it once more. */
  #isConstructed = false;
  /** What gives values to properties just now, besides scripts. */
  #giver: 'attribute' | 'before' | null = null;
  /** The properties with rules as they were at the last update that was not refused. */
  readonly #accepted = new Map<PropertyKey, unknown>();

  /**
   * A property that is given null (an attribute that is taken away is that) or undefined has its initial value again, so
   * that no element meets a null which its type does not have. What a script gives it in the form of its attribute, as
   * frameworks do where an element has a property of that name, is read as the attribute is.
   */
  static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor | undefined {
    if (options.type === Number) Object.assign(options, asNumber);
    const descriptor = super.getPropertyDescriptor(name, key, options);
    if (descriptor?.set === undefined || options.state) return descriptor;
    const { set } = descriptor;
    return {
      ...descriptor,
      set(this: CheckedElement, value: unknown) {
        const initial = this.#initial;
        if (!initial.has(name)) initial.set(name, value);
        else if (this.#giver === 'before' && this.#given.has(name)) return;
        else if (this.#giver === null && this.#isConstructed && !this.hasUpdated)
          this.#given.add(name);
        const given = this.#giver === 'attribute' ? value : asGiven(value, options);
        set.call(this, given ?? initial.get(name));
      },
    };
  }

  /** @ignore Whether a property is as a fresh element has it. */
  isInitial(name: string): boolean {
    return Object.is(this[name as keyof this], this.#initial.get(name));
  }

  override connectedCallback(): void {
    this.#isConstructed = true;
    super.connectedCallback();
  }

  /**
   * Lit gives an element what stood in its properties before it was defined only with its first update: what a script gave
   * them in between is newer, and stays.
   */
  protected override performUpdate(): void {
    this.#giver = this.hasUpdated ? null : 'before';
    try {
      super.performUpdate();
    } finally {
      this.#giver = null;
    }
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    this.#giver = 'attribute';
    try {
      super.attributeChangedCallback(name, old, value);
    } finally {
      this.#giver = null;
    }
  }

  /** For the constructor of an element that begins with other values than the class that it extends. */
  protected beginWith<Element extends CheckedElement>(values: Partial<Element>): void {
    for (const name of Object.keys(values)) this.#initial.delete(name);
    Object.assign(this, values);
  }

  /** A wrong property refuses the update, and leaves what the element shows and does as it was. */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    this.#giver = null;
    for (const [name, before] of this.#refused) changed.set(name, before);
    this.#refused.clear();
    try {
      this.#check();
    } catch (error) {
      for (const [name, before] of changed) this.#refused.set(name, before);
      throw error;
    }
    return true;
  }

  #check(): void {
    const { rules } = this.constructor as typeof CheckedElement;
    for (const name of Object.keys(rules) as (keyof this & string)[]) this.#checkOne(name);
    for (const name of Object.keys(rules)) this.#accepted.set(name, this[name as keyof this]);
  }

  #checkOne(name: keyof this & string): void {
    const { rules, elementProperties } = this.constructor as typeof CheckedElement;
    const declared = elementProperties.get(name) ?? {};
    const { attribute } = declared;
    const shownName = typeof attribute === 'string' ? attribute : name;
    if (this[name] === null) return;
    try {
      rules[name]?.(shownName, this.asWritten(shownName, this[name]));
    } catch (error) {
      (error as Error).message += whyNone(this[name], declared);
      throw error;
    }
  }

  /** What is no number, or has more digits than a number holds, as it was written in the attribute. */
  protected asWritten(attribute: string, value: unknown): unknown {
    const written = this.getAttribute(attribute);
    if (typeof value !== 'number' || written === null) return value;
    const isHeld = Math.abs(value) <= 2 ** 53 || (Number.isFinite(value) && /[.e]/i.test(written));
    return isHeld ? value : printable(written);
  }

  /** A property with a rule, as it was before it was given a value that is refused. */
  protected standing<Name extends keyof this & string>(name: Name): this[Name] {
    try {
      this.#checkOne(name);
      return this[name];
    } catch {
      const from = this.#accepted.has(name) ? this.#accepted : this.#initial;
      return from.get(name) as this[Name];
    }
  }

  /** The element, of which every property with a rule is read as it stands. */
  protected get asItStands(): this {
    const { rules } = this.constructor as typeof CheckedElement;
    return new Proxy(this, {
      get: (element, name): unknown =>
        typeof name === 'string' && name in rules
          ? element.standing(name as keyof this & string)
          : Reflect.get(element, name),
    });
  }
}
