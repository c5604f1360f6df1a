/** Light or dark: as the system has it, until the reader chooses. */
export type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark under this choice (null: none). */
export function isDark(chosen: Theme | null): boolean {
  return chosen === null ? system.matches : chosen === 'dark';
}

export function onSystemTheme(changed: () => void): void {
  system.addEventListener('change', changed);
}
