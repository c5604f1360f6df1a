/** A model of the reader's own: fetched with its place in the page. */
import { html } from 'lit';
import { inMegabytes } from '../../../megabytes.ts';

const listed = (names: readonly string[]) =>
  names.filter(Boolean).join(', ') || 'nothing with a name';

export const ownModel = {
  give: 'Choose the model’s folder or its files: config.json, model.safetensors and a tokenizer’s (tokenizer.json, vocab.json or vocab.txt); or drop them anywhere on this page. They stay on your device, and a link to this page never brings them along.',
  howTo: (reference: string) =>
    html`How to make them from a model in PyTorch:
      <a href="${reference}#from-pytorch-to-a-figure">ten lines of Python</a>. What its weights may
      be called: <a href="${reference}#names-of-the-weights">Names of the weights</a>.`,
  namesOfWeights: 'Names of the weights, and the table weight_names',
  chooseFolder: 'Choose a folder',
  chooseFiles: 'Choose files',
  address: 'Or the address of a folder',
  look: 'Fetch…',

  asks: (host: string) => `Fetch a model from ${host}?`,
  whatIsFetched: (host: string) =>
    `config.json, model.safetensors, the tokenizer’s files and golden.json are fetched from there. ${host}, and any host that it refers to, then knows your internet address, and that you asked; nothing else is sent.`,
  fetch: (host: string) => `Fetch from ${host}`,
  no: 'No',

  opening: 'Opening the model…',
  cancel: 'Cancel',
  stopped: 'Cancelled. What has come is kept, and the download can go on from there.',
  mayGoOn: (host: string) =>
    `Cancelled. What has come is kept; the download goes on from there if ${host} can send the rest alone.`,
  tellsNoChange: (host: string) =>
    `Cancelled. ${host} does not tell whether its file stays the same, so the page keeps nothing of it.`,
  sendsWhole: (host: string) =>
    `Cancelled. ${host} cannot send the rest of a file alone, so the page keeps nothing of it.`,
  begun: (loaded: number, total: number | undefined) =>
    `${inMegabytes(loaded)}${total === undefined ? '' : ` of ${inMegabytes(total)}`} downloaded`,
  stored: 'kept on this device',
  notStored: 'kept until you leave this page',
  goOn: 'Go on',
  goOnOne: (name: string) => `Go on with ${name}`,
  tryToGoOn: 'Try to go on',
  tryToGoOnOne: (name: string) => `Try to go on with ${name}`,
  discard: 'Discard',
  discardOne: (name: string) => `Discard ${name}`,
  anew: (host: string) =>
    `Opening the model… ${host} does not go on with a part, so the download begins anew.`,
  fleeting: (host: string) =>
    `Opening the model… ${host} does not go on with a part: stay on this page until all has come.`,
  failed: (sentence: string) => `The model was not opened: ${sentence}`,
  staysOpen: 'What was open is open still.',

  unnamed: 'your model',
  isOpen: 'Open: ',
  keep: (bytes: number) => `Keep on this device (${inMegabytes(bytes)})`,
  keeping: 'Keeping it…',
  isKept: 'Kept on this device.',
  notKept: (sentence: string) => `It was not kept: ${sentence}`,
  close: 'Close',
  lost: 'Its engine has stopped.',
  openAgain: 'Open it again',

  kept: 'Kept on this device',
  open: 'Open',
  openOne: (name: string) => `Open ${name}`,
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  asksDelete: 'Delete it for good?',
  notDelete: 'No',
  notDeleted: (sentence: string) => `It was not deleted: ${sentence}`,

  line: 'A text for your model',
  empty: 'Type a text that your model can read',
  ownText:
    'What stands here at first was made from the model’s own vocabulary, because it cannot read this page’s line. Type another text.',
  noTokenizer:
    'No tokenizer lies beside this model, so it can read no text: expected tokenizer.json, vocab.json or vocab.txt (for a separate source: source_tokenizer.json and so on).',
  attention: 'Who looks at whom',
  next: 'What may come next',
  classes: 'Which class it gives the text',
  writesNone:
    'This model classifies texts and does not write any: there is nothing to show of what it would say next or of what surprises it.',
  layers: 'What it would say after each layer',
  surprise: 'What surprises it',
  writing: 'It continues the text',
  translating: 'It translates, with all three kinds of attention',
  further: 'The earlier chapters’ figures, with your model:',
  proof: 'Beside PyTorch’s numbers',
  noGolden:
    'With a golden.json beside the model (npx glassformer golden writes one) its numbers could be compared with PyTorch’s here.',

  problems: {
    empty: 'There is no file in what you gave.',
    noConfig: ({ found }: { found: readonly string[] }) =>
      `There is no config.json among the files (found: ${listed(found)}).`,
    noWeights: ({ found }: { found: readonly string[] }) =>
      `There is no model.safetensors beside config.json (found: ${listed(found)}).`,
    pickled: ({ file }: { file: string }) =>
      `${file} is in PyTorch’s own format, which can run code when it is read; expected model.safetensors beside a config.json. Three lines of Python make it (npx glassformer convert prints them, too):`,
    inParts: ({ parts }: { parts: number }) =>
      `The weights lie in several files (${parts} found); expected one model.safetensors, which save_pretrained(…, max_shard_size='100GB') writes.`,
    several: ({ folders }: { folders: readonly string[] }) =>
      `There are several models (${listed(folders)}): give one of these folders alone.`,
    tooMany: ({ most }: { most: number }) =>
      `There are more than ${most.toLocaleString('en')} files: give the model’s own folder alone.`,
    unreadable: ({ file }: { file: string }) =>
      `${file} cannot be read: it may have been moved or changed, or you may not have permission to read it.`,
    tooLong: ({ file, most }: { file: string; most: number }) =>
      `${file} has more than the ${inMegabytes(most)} that such a file may have.`,
    noAddress: ({ typed }: { typed: string }) =>
      typed.trim() === ''
        ? 'No address was given.'
        : `This is no address of a folder: ${typed.slice(0, 200)} (expected https://… without a password, or a path on this site that begins with /).`,
    absent: ({ file, folder }: { file: string; folder: string }) =>
      `There is no ${file} at ${folder}.${file === 'model.safetensors' ? ' If the weights lie there as pytorch_model.bin, download that file and drop it here with config.json: the lines of Python that make the other are then shown.' : ''}`,
    isPage: ({ file, address }: { file: string; address: string }) =>
      `${file} at ${address} is an HTML page, not JSON (found '<', expected '{').`,
    refused: ({ file, host, status }: { file: string; host: string; status: number }) =>
      `${host} does not give ${file}: it answered ${status}.`,
    unreachable: ({ host }: { host: string }) =>
      `Nothing can be fetched from ${host}: it does not answer, or does not let other pages read its files (CORS). Download the files and drop them here.`,
    forbidden: ({ host, here }: { host: string; here: string }) =>
      `The policy of ${here} (connect-src) does not let this page fetch from ${host}. Download the files and drop them here.`,
    broken: ({ file, host }: { file: string; host: string }) =>
      `${file} did not come whole from ${host}. Is there a network?`,
    overflows: ({ name }: { name: string }) =>
      `Its weights are too large: when it runs, a number in ${name} is more than a 32-bit float holds.`,
    noStorage: 'This browser does not let the page store anything.',
    noRoom: ({ bytes }: { bytes: number }) => `The browser has no room for ${inMegabytes(bytes)}.`,
    gone: ({ name }: { name: string }) => `${name} is no longer on this device.`,
  },
};
