/** The how-to from PyTorch to a figure: sections of docs/javascript.md, which tests run, so that no line of code stands twice. */

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export interface Guide {
  /** As GitHub calls it, so that links of the document lead there here, too. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** @param document docs/javascript.md */
export function guidesOf(document: string): readonly Guide[] {
  const section = /^## From PyTorch to a figure\n.*?(?=^## )/ms.exec(document);
  if (section === null) throw new Error('docs/javascript.md does not tell the way from PyTorch');
  return read(section[0]);
}

/**
 * The same in another language.
 * @param markdown as the document's sections, with the same blocks, in which code is an empty block
 */
export function guidesIn(markdown: string, guides: readonly Guide[]): readonly Guide[] {
  const translated = read(markdown);
  const outline = (all: readonly Guide[]) =>
    all.map(({ blocks }) => blocks.map(({ kind }) => kind).join(' ')).join('; ');
  if (outline(translated) !== outline(guides))
    throw new Error(
      `a translated guide is made of ${outline(translated)}, expected ${outline(guides)}`,
    );
  return guides.map(({ id, blocks }, i) => {
    const { title, blocks: own } = translated[i]!;
    return {
      id,
      title,
      blocks: blocks.map((block, place) => (block.kind === 'code' ? block : own[place]!)),
    };
  });
}

function read(markdown: string): readonly Guide[] {
  return markdown
    .trim()
    .split(/^##+ (?=.)/m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const id = title.toLowerCase().replaceAll(' ', '-');
      // A block of code may have empty lines; all others end before one.
      const blocks = section.slice(title.length).match(/^```.*?^```$|^\S.*?(?=\n\n|\n*$(?!\n))/gms);
      return { id, title, blocks: (blocks ?? []).map(blockOf) };
    });
}

function blockOf(text: string): Block {
  if (text.startsWith('```'))
    return { kind: 'code', code: text.split('\n').slice(1, -1).join('\n') };
  if (!text.startsWith('|')) return { kind: 'text', text: text.replaceAll('\n', ' ') };
  const [head = [], , ...rows] = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { kind: 'table', head, rows };
}
