// Programs without which a suite is skipped and not failed, on a machine where they cannot be installed.
import { Problem } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';

/** @param group of programs in tools/setup/system.mjs */
export function optionalPrograms(group) {
  return {
    /** Why they are not there, in one sentence; null where they are. Known after `install()`. */
    missing: null,
    async install() {
      try {
        await ensurePrograms(group);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.missing = error.message;
      }
    },
  };
}
