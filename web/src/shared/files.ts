/** What client and worker know of files that are fetched. */
import { fromBase64 } from './base64.ts';
import type { ErrorDetails } from './error-types.ts';
import { GlassformerError } from './error.ts';

/**
 * A config.json has some kilobytes, and some hundred with the labels of a classifier. It is read several times, so that a
 * text of many megabytes takes seconds.
 */
export const kMaxConfigBytes = 2 ** 20;

/**
 * The folder at an address, which ends with a slash so that a file's name can be resolved against it.
 *
 * @throws TypeError where there can be no folder: no URL, or one without a hierarchy (`data:`, `blob:`, `javascript:`).
 */
export function folderAt(address: string | URL, base?: string): URL {
  const folder = new URL(address, base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  void new URL('file', folder);
  return folder;
}

/** What a `data:` address holds. */
export function inlineBytes({ href }: URL): Uint8Array<ArrayBuffer> {
  const [, base64, data = ''] = /^data:[^,]*?(;base64)?,(.*)$/.exec(href) ?? [];
  const text = data.includes('%') ? decodeURIComponent(data) : data;
  return base64 ? fromBase64(text) : new TextEncoder().encode(text);
}

/** JSON of a file as the core reads it, which takes one byte order mark away. */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

/** Many hosts answer with an HTML page, and status 200, where there is no such file. */
export function isHtmlResponse({ headers }: Response): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '');
}

/** The same where the host does not say that it is HTML. */
export function isHtmlText(text: string): boolean {
  return /^\s*<(!doctype|!--|html)/i.test(text);
}

export function cannotBeRead(
  file: string,
  why: string,
  options: { readonly cause?: unknown; readonly details?: ErrorDetails } = {},
): GlassformerError {
  return new GlassformerError('Network', `${file} cannot be read: ${why}`, options);
}
