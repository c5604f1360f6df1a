/**
 * Text fields that input methods can write in. What is composed (pinyin, kana, a word that a keyboard proposes) stands in
 * the field but is no text yet: it is read when the composition ends.
 */
import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Called with the field's text. */
export type Told = (text: string) => void;
/** Called with what stands in the field while something is composed there; with null when that is over. */
export type Drafted = (draft: string | null) => void;

/** The `keyCode` of a key that an input method takes for itself. */
const kKeyOfInputMethod = 229;

/**
 * Whether the key belongs to an input method, such as the Enter that confirms a composition. Safari ends the composition
 * before it sends the event of that key, so that only its keyCode shows that it belongs to the input method.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === kKeyOfInputMethod;
}

class TypedDirective extends Directive {
  #field: TextField | null = null;
  #told: Told = () => {};
  #drafted: Drafted = () => {};
  /** What the field is to say by its owner. */
  #given = '';
  /** What was shown or told last. */
  #known = '';
  #isComposing = false;
  /** A composition has ended and its text is still to be read. */
  #ending: ReturnType<typeof setTimeout> | null = null;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error('typed: not on an element');
  }

  override render(_value: string, _told: Told, _drafted?: Drafted): unknown {
    return noChange;
  }

  override update(
    part: ElementPart,
    [value, told, drafted = () => {}]: [string, Told, Drafted?],
  ): unknown {
    this.#told = told;
    this.#drafted = drafted;
    const isNew = this.#field !== part.element;
    if (isNew) this.#attach(part.element as TextField);
    // A field that its owner leaves as it was keeps what is written there, even if it was refused.
    if (!isNew && value === this.#given) return noChange;
    this.#given = value;
    if (!this.#isComposing && this.#ending === null) this.#show();
    return noChange;
  }

  #attach(field: TextField): void {
    this.#field = field;
    field.addEventListener('compositionstart', () => {
      this.#read();
      this.#isComposing = true;
    });
    field.addEventListener('input', () =>
      this.#isComposing ? this.#drafted(field.value) : this.#read(),
    );
    // Chromium has fired the last input event before this one. Safari writes the text, and fires it, only after this one;
    // where nothing has changed there is none.
    field.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#ending = setTimeout(() => this.#read());
    });
    // Listeners of `change` and `blur` have the text before.
    const settle = () => this.#ending !== null && this.#read();
    for (const type of ['change', 'blur']) field.addEventListener(type, settle, { capture: true });
  }

  /** Tells of what was typed; where nothing was, what the owner gave meanwhile is shown. */
  #read(): void {
    if (this.#ending !== null) {
      clearTimeout(this.#ending);
      this.#ending = null;
      this.#drafted(null);
    }
    const text = this.#field?.value ?? '';
    if (text === this.#known) return this.#show();
    this.#known = text;
    this.#told(text);
  }

  #show(): void {
    const field = this.#field;
    if (field === null) return;
    // A field that is given the text that it has may lose its selection.
    if (field.value !== this.#given) field.value = this.#given;
    this.#known = this.#given;
  }
}

/**
 * On a text field: it shows `value`, and `told` is called with what the reader makes of it. While a composition is under
 * way neither happens; what the owner gives meanwhile counts only if the composition leaves the text as it was.
 */
export const typed = directive(TypedDirective);
