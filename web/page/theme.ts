/** Light or dark: as the system has it, until the reader chooses. */
import { computed, signal } from '@preact/signals-core';
import type { Theme } from 'glassformer/elements';
import { memory } from './memory.ts';

export class PageTheme {
  readonly #system = signal(false);
  readonly #chosen = signal<Theme | null>(remembered());
  /** Chosen by hand; null: as the system has it. */
  readonly chosen = computed(() => this.#chosen.value);
  readonly isDark = computed(() =>
    this.#chosen.value === null ? this.#system.value : this.#chosen.value === 'dark',
  );

  /** @param system whether the system is dark */
  constructor(system: MediaQueryList) {
    this.#system.value = system.matches;
    system.addEventListener('change', ({ matches }) => (this.#system.value = matches));
  }

  toggle(): void {
    const theme = this.isDark.peek() ? 'light' : 'dark';
    memory.set('theme', theme);
    this.#chosen.value = theme;
  }
}

function remembered(): Theme | null {
  const theme = memory.get('theme');
  return theme === 'light' || theme === 'dark' ? theme : null;
}
