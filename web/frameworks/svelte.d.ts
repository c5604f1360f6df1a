/** The tags in Svelte's templates: `import type {} from 'glassformer/svelte'`. */
import type { HTMLAttributes } from 'svelte/elements';
import type {
  Attributes,
  GlassElementOf,
  GlassTag,
  Listeners,
  Merged,
  Properties,
} from './tags.js';

type SvelteTags = {
  [Tag in GlassTag]: Merged<
    HTMLAttributes<GlassElementOf<Tag>>,
    Properties<Tag> & Attributes<Tag> & Listeners<Tag, 'on' | 'on:'>
  >;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteTags {}
}
