/** The tags in React's JSX (19 and later): `import type {} from 'glassformer/react'`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  Attributes,
  GlassElementOf,
  GlassTag,
  Listeners,
  Merged,
  Properties,
} from './tags.js';

type Common<Element> = DetailedHTMLProps<HTMLAttributes<Element>, Element>;
type ReactTags = {
  [Tag in GlassTag]: Merged<
    Common<GlassElementOf<Tag>>,
    Properties<Tag> & Attributes<Tag> & Listeners<Tag, 'on'>
  >;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactTags {}
  }
}
