/** What an error tells as data, beside its sentence. */

/** The error classes of the core, as `GlassformerError.code`. */
export type ErrorCode =
  | 'InvalidArgument'
  | 'InvalidText'
  | 'InvalidFile'
  | 'OutOfMemory'
  | 'Network'
  | 'Unsupported'
  | 'Closed'
  | 'Internal';

/**
 * What went wrong, as data, in `GlassformerError.details`: for a message in other words or another language. Errors
 * that only a programmer meets have none.
 */
export type ErrorDetails =
  /** The host does not answer, or the browser forbids to ask it. */
  | { readonly kind: 'unreachable'; readonly url: string }
  /** The server answered with an error of its own. */
  | { readonly kind: 'refused'; readonly url: string; readonly status: number }
  /** A folder lacks a file that it needs. `saved`: a file in PyTorch's own format that it has. */
  | {
      readonly kind: 'absent';
      readonly file: string;
      readonly folder: string;
      readonly saved?: string;
    }
  /** The address of a file, in place of its folder's. `format`: what its name says. */
  | { readonly kind: 'noFolder'; readonly file: string; readonly format?: 'PyTorch' }
  | { readonly kind: 'invalidFile'; readonly file: string }
  /** The file of weights has `size` MiB, and WebAssembly can address less than `limit` MiB. */
  | {
      readonly kind: 'weightsTooLarge';
      readonly file: string;
      readonly size: number;
      readonly limit: number;
    }
  /** `known`: the shipped ones, where it is a name. */
  | { readonly kind: 'noModel'; readonly source: string; readonly known?: readonly string[] }
  /** A part of the text that the model's vocabulary lacks; `vocabulary`: what it has, where that is little. */
  | { readonly kind: 'unknownText'; readonly text: string; readonly vocabulary?: string }
  | { readonly kind: 'noGolden' }
  | { readonly kind: 'noTokenizer' }
  /** `atLeast`: the text was so long that its tokens were not counted. */
  | {
      readonly kind: 'tooLong';
      readonly tokens: number;
      readonly limit: number;
      readonly atLeast?: boolean;
    }
  /** `near`: the same with the name of a stack before it, or without, where the model has that. */
  | { readonly kind: 'noActivation'; readonly name: string; readonly near?: readonly string[] }
  /** An edit or an ablation fits no tensor of the model. */
  | { readonly kind: 'unfitEdit' }
  | { readonly kind: 'notFinite'; readonly name: string }
  | { readonly kind: 'invalidOption'; readonly option: string }
  /** `bytes`: how many were needed, about; absent where it showed only when they had run out. */
  | { readonly kind: 'outOfMemory'; readonly bytes?: number }
  /** There is nothing to be saved. */
  | { readonly kind: 'noFigure' }
  | { readonly kind: 'noSimd' }
  | { readonly kind: 'notCompiled' }
  | { readonly kind: 'engineUnreachable' }
  /** A file of the package is not where its folder is served. */
  | { readonly kind: 'assetAbsent'; readonly url: string; readonly folder: string }
  | { readonly kind: 'workerFailed' }
  | { readonly kind: 'crashed' }
  /** It crashed or was closed before this was asked. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'closed' };

export type ErrorKind = ErrorDetails['kind'];
