// Stands first in every page of the suite: WebDriver tells neither errors nor the console.
globalThis.complaints = [];
const complain = (what) => globalThis.complaints.push(String(what));
globalThis.addEventListener(
  'error',
  ({ message, target }) => complain(message ?? `failed: ${target.src}`),
  true,
);
globalThis.addEventListener('unhandledrejection', ({ reason }) => complain(reason));
globalThis.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  complain(`${violatedDirective} forbids ${blockedURI}`),
);
for (const level of ['error', 'warn']) {
  const say = console[level].bind(console);
  console[level] = (...args) => {
    complain(args.join(' '));
    say(...args);
  };
}
const fetchAsIs = globalThis.fetch;
globalThis.fetch = async (...args) => {
  const answer = await fetchAsIs(...args);
  if (!answer.ok) complain(`${answer.status}: ${answer.url}`);
  return answer;
};
