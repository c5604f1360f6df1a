/** A drawing's template as the markup that a browser would have, without a browser. */
import { nothing } from 'lit';

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** What `repeat` gives a template: its items, their keys, and what is drawn of each. */
interface Repeated {
  readonly values: readonly [readonly unknown[], unknown, (item: unknown) => unknown];
}

export function markupOf(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (typeof value !== 'object') return String(value);
  if ('strings' in value) return joined(value as Template);
  const [items, , draw] = (value as Repeated).values;
  return items.map((item) => markupOf(draw(item))).join('');
}

/** An attribute without quotes gets them; one of `nothing` is left out. */
function joined({ strings, values }: Template): string {
  const parts = strings.map((text, i) => {
    const value = values[i];
    if (i === values.length) return text;
    if (!text.endsWith('=')) return text + markupOf(value);
    return value === nothing ? text.replace(/\s[\w-]+=$/, '') : `${text}"${markupOf(value)}"`;
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** The attributes of every element of a name, in their order. */
export function elementsOf(markup: string, name: string): Record<string, string>[] {
  return [...markup.matchAll(new RegExp(`<${name}(\\s[^>]*)?>`, 'g'))].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  );
}
