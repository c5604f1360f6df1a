/** SVG as text: tags, attributes and numbers, escaped and short. */
import { escape } from '../../../shared/escape.ts';

export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** `<name attributes>content</name>`; attributes that are null or undefined are left out. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escape(value)}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A length with as many places as are seen. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
