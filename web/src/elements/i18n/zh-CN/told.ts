/** An error's sentence in Chinese alone, where the engine's is known by its shape. Fetched only where one is to be told. */
import type { ErrorDetails } from '../../../shared/error-types.ts';
import type { Said } from '../error-words.ts';
import { tellFile } from './files.ts';
import { tellOption } from './options.ts';

export function tell(error: Error, said: Said, say: (cause: Error) => Said): Said {
  const { details } = error as { readonly details?: ErrorDetails };
  if (details?.kind !== 'invalidOption' && details?.kind !== 'unfitEdit')
    return tellFile(error, said, say);
  const sentence = tellOption(error.message);
  return sentence === null ? said : { sentence, original: '' };
}
