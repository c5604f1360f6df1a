// The browser that the page's tests and benchmarks run in: the system's own.
import { which } from './shell.mjs';

/**
 * The programs that serve, the best first: Chromium without its windows, menus and profiles runs the same tests in a third
 * less processor time.
 */
export const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
];

/** The full path of the one that is installed, or null. */
export const installedBrowser = () => process.env.GLASSFORMER_CHROMIUM ?? which(...browsers);
