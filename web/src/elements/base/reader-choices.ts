/** What the reader of a figure has chosen in it: properties, as its controls have set them. */
import { defaultConverter } from 'lit';
import type { GlassformerError } from '../../shared/error.ts';
import { checkWhole } from './attributes.ts';
import type { CheckedElement } from './checked-element.ts';
import { attributeOf, attributeText } from './written-attribute.ts';

interface Choice {
  readonly value: unknown;
  /** What the property was before the reader chose. */
  readonly before: unknown;
  /** Called when the model turns out to have no place for it. */
  readonly refused: () => void;
}

export class ReaderChoices {
  readonly #element: CheckedElement;
  readonly #tell: (attribute: string, value: string | null) => void;
  readonly #chosen = new Map<string, Choice>();

  /** @param tell is told of a choice, and where one is let go of what stands in its place */
  constructor(element: CheckedElement, tell: (attribute: string, value: string | null) => void) {
    this.#element = element;
    this.#tell = tell;
  }

  /** By their attributes; null: without that one. */
  get all(): Readonly<Record<string, string | null>> {
    const names = [...this.#chosen.keys()].filter((name) => this.has(name));
    return Object.fromEntries(
      names.map((name) => [attributeOf(this.#element, name)!, this.#written(name)]),
    );
  }

  /** Whether a property is as the reader has chosen. */
  has(name: string): boolean {
    const choice = this.#chosen.get(name);
    return choice !== undefined && choice.value === this.#get(name);
  }

  set(name: string, value: unknown): void {
    if (Object.is(this.#get(name), value)) return;
    this.#take(name, value, () => undefined);
    this.#tell(attributeOf(this.#element, name)!, this.#written(name));
  }

  /**
   * Chooses in the reader's place what `all` has had.
   * @returns whether the attribute may be so; `refused` is called when the model turns out to have no place for it
   */
  restore(attribute: string, text: string | null, refused: () => void): boolean {
    const name = this.#propertyOf(attribute);
    if (name === undefined) return false;
    const { elementProperties, rules } = this.#element.constructor as typeof CheckedElement;
    const { type, converter } = elementProperties.get(name)!;
    // An empty text would be 0.
    if (type === Number && text?.trim() === '') return false;
    const { fromAttribute } = (converter ?? defaultConverter) as typeof defaultConverter;
    const value = fromAttribute!(text, type);
    try {
      if (text !== null) rules[name]?.(attribute, value);
    } catch {
      return false;
    }
    this.#take(name, value, refused);
    return true;
  }

  /** The property is as before the reader chose; what the element has kept in place of it gives way. */
  letGo(attribute: string): void {
    const name = this.#propertyOf(attribute);
    if (name === undefined) return;
    this.#letGo(name);
    this.#element.requestUpdate(name, {});
  }

  /** Lets go of what an error refuses; false: it refuses something else. */
  letGoFor(error: unknown): boolean {
    const { option } = ((error as Partial<GlassformerError>).details ?? {}) as { option?: string };
    const wrong = option?.split(/[.[]/)[0];
    const name = [...this.#chosen.keys()].find(
      (each) => each === wrong || attributeOf(this.#element, each) === wrong,
    );
    if (name === undefined || !this.has(name)) return false;
    const { refused } = this.#chosen.get(name)!;
    this.#letGo(name);
    this.#element.requestUpdate(name, {});
    this.#tellGiven(name);
    refused();
    return true;
  }

  /**
   * A property that is a place in the model, counted from 0, a list of such places, or null. Where the model has no such
   * place, what the author asks for is refused. What the reader has chosen is let go, for they have changed the model, too.
   */
  checkPlace(name: string, count: number, shown: unknown): void {
    const isThere = (each: unknown): boolean =>
      Array.isArray(each)
        ? each.every(isThere)
        : each === null ||
          (Number.isInteger(each) && (each as number) >= 0 && (each as number) < count);
    const value = this.#get(name);
    if (isThere(value)) return;
    if (this.has(name)) {
      const { refused } = this.#chosen.get(name)!;
      this.#letGo(name);
      if (!isThere(this.#get(name))) this.#put(name, null);
      this.#tellGiven(name);
      refused();
    } else if (!Array.isArray(value)) checkWhole(name, shown, 0, count - 1);
    else value.forEach((each, i) => checkWhole(`${name}[${i}]`, each, 0, count - 1));
  }

  #take(name: string, value: unknown, refused: () => void): void {
    const before = this.has(name) ? this.#chosen.get(name)!.before : this.#get(name);
    this.#put(name, value);
    this.#chosen.set(name, { value: this.#get(name), before, refused });
  }

  #letGo(name: string): void {
    if (this.has(name)) this.#put(name, this.#chosen.get(name)!.before);
    this.#chosen.delete(name);
  }

  #propertyOf(attribute: string): string | undefined {
    const { elementProperties } = this.#element.constructor as typeof CheckedElement;
    return [...elementProperties.keys()].find(
      (name): name is string =>
        typeof name === 'string' && attributeOf(this.#element, name) === attribute,
    );
  }

  /** What the reader did not choose is in effect again. */
  #tellGiven(name: string): void {
    const isInitial = this.#element.isInitial(name);
    this.#tell(attributeOf(this.#element, name)!, isInitial ? null : this.#written(name));
  }

  #get(name: string): unknown {
    return Reflect.get(this.#element, name);
  }

  #put(name: string, value: unknown): void {
    Reflect.set(this.#element, name, value);
  }

  /** As the attribute has it; null: without it. */
  #written(name: string): string | null {
    const value = this.#get(name);
    return typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : attributeText(value);
  }
}
