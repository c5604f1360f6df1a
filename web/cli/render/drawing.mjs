/** Has the figures of a post drawn by a browser, and ends it, whatever comes of it. */
import { startBrowser } from './browser.mjs';
import { serveFigures } from './server.mjs';

/**
 * Resolves with what `drawPost` says of each figure, by their numbers.
 *
 * @param plan what is drawn
 * @param models the folders that it names
 * @param browser the path of a browser
 * @param seconds the longest that the browser may take to open the page, or a figure to be drawn
 * @param nameOf how messages call a figure, given its number
 */
export async function drawFigures({ plan, models, browser, seconds, nameOf }) {
  const answers = new Map();
  let current = null;
  let timer;
  let end;
  const drawn = new Promise((done, fail) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new Error(late())), seconds * 1000);
    };
    const late = () => {
      const what =
        current === null
          ? `${browser} has not opened the page`
          : `${nameOf(current)} was not drawn`;
      return `${what} within ${seconds} s (--timeout gives it longer)`;
    };
    const heard = ({ at, figure, done: isDone, failed, ...answer }) => {
      wait();
      current = at ?? current;
      if (figure !== undefined) answers.set(figure, answer);
      if (failed !== undefined) fail(new Error(`the figures cannot be drawn: ${failed}`));
      if (isDone) done(answers);
    };
    const begin = async () => {
      const server = await serveFigures({ plan, models, heard });
      let program;
      end = async () => {
        await program?.end();
        server.close();
      };
      program = startBrowser(browser, server.address);
      wait();
      const why = await program.ended;
      fail(new Error(`${browser} ${why} before the figures were drawn`));
    };
    begin().catch(fail);
  });
  try {
    return await drawn;
  } finally {
    clearTimeout(timer);
    await end?.();
  }
}
