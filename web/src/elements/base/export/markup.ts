/** SVG as text: tags, attributes and numbers, escaped and short. */

export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** `<name attributes>content</name>`; attributes that are null or undefined are left out. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escape(value)}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Text as it may stand in XML. Control characters, which XML cannot hold, are left out. */
export function escape(text: unknown): string {
  return String(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** A length with as many places as are seen. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
