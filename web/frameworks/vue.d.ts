/** The tags in Vue's templates: `import type {} from 'glassformer/vue'`. */
import type { HTMLAttributes, ReservedProps } from 'vue';
import type { Attributes, EventNames, GlassEventOf, GlassTag, Merged, Properties } from './tags.js';

type Pascal<Text extends string> = Text extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Text>;

/** `@glass-view` of a template is `onGlassView`. */
type VueListeners<Tag extends GlassTag> = {
  [Name in EventNames<Tag> as `on${Pascal<Name>}`]?:
    ((event: GlassEventOf<Tag, Name>) => void) | undefined;
};

type VueTags = {
  [Tag in GlassTag]: new () => {
    $props: ReservedProps &
      Merged<HTMLAttributes, Properties<Tag> & Attributes<Tag> & VueListeners<Tag>>;
  };
};

declare module 'vue' {
  interface GlobalComponents extends VueTags {}
}
