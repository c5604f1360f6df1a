import type { TemplateResult } from 'lit';
import type { ChapterId } from '../../../chapter-order.ts';
import { chapterLink } from '../../chapter-link.ts';

export function chapter(id: ChapterId): TemplateResult {
  return chapterLink(id, (number) => `第\u00a0${number}\u00a0章`);
}
