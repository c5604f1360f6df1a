/** The tags in Preact's JSX: `import type {} from 'glassformer/preact'`. */
import type { HTMLAttributes } from 'preact';
import type {
  Attributes,
  GlassElementOf,
  GlassTag,
  Listeners,
  Merged,
  Properties,
} from './tags.js';

type PreactTags = {
  [Tag in GlassTag]: Merged<
    HTMLAttributes<GlassElementOf<Tag>>,
    Properties<Tag> & Attributes<Tag> & Listeners<Tag, 'on'>
  >;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends PreactTags {}
  }
}
