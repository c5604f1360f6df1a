/** The script of a page in one file (`client/one-file.ts`). The order matters: a module runs before the next is looked at. */
import './files-inside.ts';
import './given.ts';
import '../index.ts';
