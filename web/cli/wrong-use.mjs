/** A mistake in the command itself, which `--help` explains. */
export class WrongUse extends Error {}

/** Refuses every option of the command line but those of the command. */
export function only(options, command, values) {
  const other = Object.keys(values).find((name) => !options.includes(name));
  if (other !== undefined) throw new WrongUse(`${command} has no option --${other}`);
}
