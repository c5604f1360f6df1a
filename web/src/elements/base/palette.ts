import { css } from 'lit';

/**
 * The colours and fonts of all elements, for a shadow root (`:host`) or a whole document (`:root`). Each value follows
 * the theme through `color-scheme`; a page overrides one by setting the public name (`--glass-ink`) on any ancestor.
 * Token hues: eight, each readable as text on the paper, told apart by hue and lightness.
 */
export const palette = css`
  :host,
  :root {
    --gf-ink: var(--glass-ink, light-dark(#1c1f2a, #e6e8ef));
    --gf-soft: var(--glass-soft, light-dark(#5d6475, #9ba2b4));
    --gf-line: var(--glass-line, light-dark(#dfe1e8, #2e3340));
    --gf-paper: var(--glass-paper, light-dark(#ffffff, #12141a));
    --gf-wash: var(--glass-wash, light-dark(#f6f6f9, #191c25));
    --gf-accent: var(--glass-accent, light-dark(#5140b8, #a99cf5));
    --gf-on-accent: var(--glass-on-accent, light-dark(#ffffff, #14112b));
    --gf-bad: var(--glass-bad, light-dark(#a3261f, #ff9d92));

    /* Clear: ours, which no single colour says. */
    --gf-scale-low: var(--glass-scale-low, transparent);
    --gf-scale-zero: var(--glass-scale-zero, transparent);
    --gf-scale-high: var(--glass-scale-high, transparent);
    --gf-scale-weight: var(--glass-scale-weight, transparent);

    /* The least width and height of what is pressed. */
    --gf-target: 0px;

    --gf-token-0: var(--glass-token-0, light-dark(#1f66b0, #7fb6f0));
    --gf-token-1: var(--glass-token-1, light-dark(#a84a08, #f0a063));
    --gf-token-2: var(--glass-token-2, light-dark(#007358, #58c7a2));
    --gf-token-3: var(--glass-token-3, light-dark(#a2357d, #ea97cb));
    --gf-token-4: var(--glass-token-4, light-dark(#755d00, #d3b84d));
    --gf-token-5: var(--glass-token-5, light-dark(#6a4fc7, #b3a4fa));
    --gf-token-6: var(--glass-token-6, light-dark(#b3303f, #f58f94));
    --gf-token-7: var(--glass-token-7, light-dark(#12707f, #62c6d6));

    --gf-font: var(
      --glass-font,
      var(--gf-first-fonts, -apple-system),
      BlinkMacSystemFont,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      'Helvetica Neue',
      'Liberation Sans',
      Arial,
      system-ui,
      'PingFang SC',
      'Hiragino Sans GB',
      'Microsoft YaHei',
      'Noto Sans CJK SC',
      'Noto Sans SC',
      sans-serif
    );
    --gf-mono: var(
      --glass-mono,
      ui-monospace,
      'SF Mono',
      'Cascadia Mono',
      Menlo,
      Consolas,
      'Noto Sans Mono',
      'DejaVu Sans Mono',
      monospace
    );
  }
  /* A finger is broader than a pointer. */
  @media (pointer: coarse) {
    :host,
    :root {
      --gf-target: 44px;
    }
  }
`;
