/** What the reader has set in the page's figures, as text of a link: read from the figures, and restored in them. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { chapterIds } from './chapter-order.ts';

/**
 * The attributes that the controls of each figure set, without those that have a field of their own in the address. A link sets no
 * others. `find|findable`: the control of `find` is there only where the figure has the attribute `findable`.
 */
const kControls: Readonly<Record<string, string>> = {
  'glass-ablation': 'kind without token place',
  'glass-attribution': 'token against opened',
  'glass-circuit': 'kind layer head with-positions',
  'glass-feed-forward': 'layer neuron',
  'glass-heads': 'find|findable sweep|switchable',
  'glass-join': 'layer column',
  'glass-logits': 'token',
  'glass-map': 'token',
  'glass-norm': 'layer place',
  'glass-padding': 'unmasked',
  'glass-patch': 'activation head cell token',
  'glass-positions': 'source column',
  'glass-train': 'lr seed norm|with-shapes positions|with-shapes',
  'glass-translate': 'shown',
  'glass-variance': 'width seed',
};
const kTags = Object.keys(kControls).join();
/** The sections that have figures; a model of the reader's own comes with no link. */
const kSections = new Set<string>([...chapterIds, 'aab', 'inside', 'learning-live', 'choosing']);
kSections.delete('own-model');
const controlsOf = (tag: string) => (kControls[tag] ?? '').split(' ');
/** Attributes with ids of tokens: another model's list has other tokens under them. */
const kTokenIds = ['token', 'against'];
/** More than a reader sets. */
const kMost = 100;
/** After these a figure's choices may be others: it sends `glass-choice` for a choice, and nothing when a new text makes it drop one. */
const kEvents = ['glass-choice', 'glass-run', 'glass-selected'];
const kSettledMs = 1000;

/** The part of a `GlassElement` that is used here; before its chapter is fetched the element is not defined yet. */
interface Figure extends Element {
  readonly hasUpdated?: boolean;
  readonly updateComplete?: Promise<unknown>;
  readonly readerChoices?: Readonly<Record<string, string | null>>;
  restoreChoice?(attribute: string, text: string | null, refused: () => void): boolean;
  letGoChoice?(attribute: string): void;
}

/** A choice in a figure of a section, such as "layers.norm", counted where a section has several. */
interface Choice {
  readonly figure: string;
  readonly attribute: string;
  /** null: without the attribute. */
  readonly text: string | null;
}

export class ChosenInFigures {
  /** What a link asks for and is not restored yet. */
  readonly #asked = signal<readonly Choice[]>([]);
  /** Whether that is about the line that was read with it, whichever model reads that. */
  #isNew = false;
  /** Whether that model has not read it yet: the figures have those of another model. */
  #isEarly = false;
  /** What a link has set. */
  #restored: (readonly [Figure, attribute: string])[] = [];
  /** Counts the times at which figures may have let go or taken a choice. */
  readonly #changes = signal(0);
  /** Those that are waited for, each once. */
  readonly #awaited = new WeakSet<Figure>();
  readonly #root: HTMLElement;
  readonly #writer: ReadonlySignal<unknown>;
  readonly #lost: (choices: readonly string[]) => void;
  #settled = 0;

  /**
   * @param writer the model that reads the line
   * @param lost is told of what a link asks for and a figure refuses
   */
  constructor(
    root: HTMLElement,
    writer: ReadonlySignal<unknown>,
    lost: (choices: readonly string[]) => void,
  ) {
    this.#root = root;
    this.#writer = writer;
    this.#lost = lost;
    for (const type of kEvents)
      root.addEventListener(type, () => {
        this.look();
        clearTimeout(this.#settled);
        this.#settled = window.setTimeout(() => this.look(), kSettledMs);
      });
    root.addEventListener('glass-run', ({ target }) => {
      if (!this.#isEarly || target !== root.querySelector('glass-model')) return;
      this.#isEarly = false;
      this.restore();
    });
    let before = writer.peek();
    writer.subscribe((now) => {
      if (now === before) return;
      before = now;
      if (this.#isNew) this.#isEarly = true;
      else this.#forgetTokens();
    });
  }

  readonly #text = computed(() => this.#chosen().map(written).join(' ') || null);

  /** null: nothing is set. */
  get text(): string | null {
    return this.#text.value;
  }

  /** Looks anew at what the figures have. */
  look(): void {
    this.#changes.value = this.#changes.peek() + 1;
  }

  /** Sets what a link has asked for in the figures that are there. Called when the page has been rendered. */
  restore(): void {
    this.#isNew = false;
    const asked = this.#asked.peek();
    if (asked.length === 0 || this.#isEarly) return;
    const there = new Map(this.#figures());
    const refused: string[] = [];
    const waiting = asked.filter((choice) => {
      const figure = there.get(choice.figure);
      if (figure === undefined) return true;
      if (figure.hasUpdated !== true) {
        this.#await(figure);
        return true;
      }
      if (this.#restoreOne(figure, choice)) this.#restored.push([figure, choice.attribute]);
      else refused.push(written(choice));
      return false;
    });
    if (refused.length > 0) this.#lost(refused);
    if (waiting.length === asked.length) return;
    batch(() => {
      this.#asked.value = waiting;
      this.look();
    });
  }

  #restoreOne(figure: Figure, choice: Choice): boolean {
    const { attribute, text } = choice;
    const writer = this.#writer.peek();
    const refused = () => {
      // The link was about the model that read the line with it: what a later model lacks is not reported as lost.
      if (writer === this.#writer.peek()) this.#lost([written(choice)]);
    };
    return mayBeSet(figure, attribute) && figure.restoreChoice?.(attribute, text, refused) === true;
  }

  /** Restores once the figure is defined and has been updated, which may be in a later frame. */
  #await(figure: Figure): void {
    if (this.#awaited.has(figure)) return;
    this.#awaited.add(figure);
    void customElements
      .whenDefined(figure.localName)
      .then(() => figure.updateComplete)
      .then(() => this.restore());
  }

  /** Another model reads: its list has other tokens. */
  #forgetTokens(): void {
    const isOfToken = (attribute: string) => kTokenIds.includes(attribute);
    for (const [figure, attribute] of this.#restored)
      if (isOfToken(attribute)) figure.letGoChoice?.(attribute);
    this.#restored = this.#restored.filter(([, attribute]) => !isOfToken(attribute));
    this.#asked.value = this.#asked.peek().filter(({ attribute }) => !isOfToken(attribute));
    this.look();
  }

  /** A link stands for all choices: what it lacks is as the page begins, and what it has as well stays untouched. */
  ask(text: string | null): void {
    const asked = (text ?? '').split(' ').flatMap(read).slice(0, kMost);
    const wanted = new Map(asked.map((choice) => [keyOf(choice), choice]));
    const shown = new Map(this.#shown().map((choice) => [keyOf(choice), choice]));
    const figures = this.#figures();
    for (const [name, figure] of figures)
      for (const attribute of this.#attributesOf(figure))
        if (!wanted.has(`${name}.${attribute}`)) figure.letGoChoice?.(attribute);
    this.#restored = this.#restored.filter(([figure, attribute]) =>
      figures.some(([name, each]) => each === figure && wanted.has(`${name}.${attribute}`)),
    );
    this.#asked.value = [...wanted].flatMap(([key, choice]) =>
      shown.get(key)?.text === choice.text ? [] : [choice],
    );
    [this.#isNew, this.#isEarly] = [true, false];
    this.look();
    // When what else the link asks for has been rendered.
    setTimeout(() => this.restore());
  }

  #chosen(): readonly Choice[] {
    void this.#changes.value;
    const asked = new Map(this.#asked.value.map((choice) => [keyOf(choice), choice]));
    return [...this.#shown().filter((choice) => !asked.has(keyOf(choice))), ...asked.values()];
  }

  /** What the reader or a link has set in a figure, also where something else is shown in its place. */
  #attributesOf(figure: Figure): readonly string[] {
    const chosen = Object.keys(figure.readerChoices ?? {}).filter((each) => mayBeSet(figure, each));
    const restored = this.#restored.filter(([each]) => each === figure);
    return [...chosen, ...restored.map(([, attribute]) => attribute)];
  }

  /** What the reader has chosen in the figures that are there. */
  #shown(): readonly Choice[] {
    return this.#figures().flatMap(([figure, element]) =>
      Object.entries(element.readerChoices ?? {}).flatMap(([attribute, text]) =>
        mayBeSet(element, attribute) ? [{ figure, attribute, text }] : [],
      ),
    );
  }

  #figures(): readonly (readonly [name: string, Figure])[] {
    const counts = new Map<string, number>();
    const all = this.#root.querySelectorAll<Figure>(kTags);
    return [...all].flatMap((figure) => {
      const { id: section = '' } = figure.closest('section[id]') ?? {};
      if (!kSections.has(section)) return [];
      const name = `${section}.${figure.localName.slice('glass-'.length)}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [[count === 1 ? name : `${name}.${count}`, figure] as const];
    });
  }
}

const keyOf = ({ figure, attribute }: Choice) => `${figure}.${attribute}`;

function mayBeSet(figure: Figure, attribute: string): boolean {
  return controlsOf(figure.localName).some((control) => {
    const [name, needed] = control.split('|');
    return name === attribute && (needed === undefined || figure.hasAttribute(needed));
  });
}

/** `layers.norm.layer:2`, or without what follows the name where the attribute is not there. */
function written({ figure, attribute, text }: Choice): string {
  const value = text?.replace(/[\s%]/g, encodeURIComponent);
  return `${figure}.${attribute}${value === undefined ? '' : `:${value}`}`;
}

function read(text: string): readonly Choice[] {
  const found = /^([\w.-]{1,60})\.([a-z-]+)(?::(.*))?$/.exec(text);
  if (found === null) return [];
  const [, figure = '', attribute = '', value] = found;
  const [section = '', name] = figure.split('.');
  const controls = controlsOf(`glass-${name}`);
  if (!kSections.has(section) || !controls.some((control) => control.split('|')[0] === attribute))
    return [];
  try {
    return [{ figure, attribute, text: value === undefined ? null : decodeURIComponent(value) }];
  } catch {
    return [];
  }
}
