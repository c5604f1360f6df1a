/** What a tag takes in a template, whatever the framework: the names from the manifest, their types from the classes. */
import type { GlassEvents, GlassEventsOfTags } from '../elements.js';
import type { TagNames } from './names.js';

export type GlassTag = keyof TagNames & keyof HTMLElementTagNameMap;
export type GlassElementOf<Tag extends GlassTag> = HTMLElementTagNameMap[Tag];

/** Frameworks set a property where the element has one of that name; it takes what its attribute has, too. */
export type Properties<Tag extends GlassTag> = {
  [Name in TagNames[Tag]['properties'] & keyof GlassElementOf<Tag>]?:
    | (Name extends 'fixed' ? Fixed<TagNames[Tag]['controls']> : GlassElementOf<Tag>[Name])
    | (Name extends TagNames[Tag]['attributed'] ? Written<GlassElementOf<Tag>[Name]> : never)
    | null
    | undefined;
};

/** All of a tag's controls, or some by their names, with blanks between. */
type Fixed<Name extends string> = boolean | Name | `${Name} ${string}`;

/** The attributes that are named otherwise than their property; these are set as attributes, which hold no object. */
export type Attributes<Tag extends GlassTag> = {
  [Name in keyof TagNames[Tag]['attributes']]?: AttributeOf<
    GlassElementOf<Tag>[TagNames[Tag]['attributes'][Name] & keyof GlassElementOf<Tag>]
  >;
};

type AttributeOf<Value> = Exclude<Value, object> | Written<Value> | null | undefined;

/** A value as the text of an attribute: of an object JSON. What is a text already is none of these. */
type Written<Value> = Value extends number ? `${number}` : Value extends object ? string : never;

/** The tags in which figures stand: the events of these reach them, too. */
type Surrounding = 'glass-model' | 'glass-save';

export type EventNames<Tag extends GlassTag> = keyof GlassEvents &
  (Tag extends Surrounding ? unknown : TagNames[Tag]['events']);

type DetailOf<Tag, Name extends keyof GlassEvents> = Tag extends keyof GlassEventsOfTags
  ? Name extends keyof GlassEventsOfTags[Tag]
    ? GlassEventsOfTags[Tag][Name]
    : GlassEvents[Name]
  : GlassEvents[Name];

export type GlassEventOf<Tag extends GlassTag, Name extends keyof GlassEvents> = CustomEvent<
  DetailOf<Tag, Name>
> & { readonly currentTarget: GlassElementOf<Tag> };

/** A listener for each event that the tag hears: `onglass-view`, where the prefix is `on`. */
export type Listeners<Tag extends GlassTag, Prefix extends string> = {
  [Name in EventNames<Tag> as `${Prefix}${Name}`]?:
    ((event: GlassEventOf<Tag, Name>) => void) | null | undefined;
};

/** `Own` in place of what `Common` has under the same names. */
export type Merged<Common, Own> = Omit<Common, keyof Own> & Own;
