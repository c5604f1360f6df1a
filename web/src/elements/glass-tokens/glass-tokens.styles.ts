import { css } from 'lit';

export const tokensStyles = css`
  .tokens {
    position: relative;
    display: flex;
    flex-wrap: var(--glass-tokens-wrap, wrap);
    gap: 0.3rem 0.35rem;
    margin: 0;
    padding: 2px;
    max-height: var(--glass-tokens-max-height, 9.5rem);
    overflow: auto;
    scrollbar-width: thin;
  }
  /* One line of text inside each: with 200 of them, a grid in each chip takes more than twice the time of the layout. */
  .token {
    display: block;
    flex: none;
    min-width: var(--gf-target);
    min-height: max(1.625rem, var(--gf-target));
    padding: 0.05rem 0.5rem;
    border: 1px solid color-mix(in srgb, var(--hue) 38%, transparent);
    border-radius: 999px;
    background: none;
    color: var(--hue);
    white-space: nowrap;
    transition: background-color 150ms;
  }
  .token .word {
    display: inline;
  }
  .token .long {
    display: inline-block;
    max-width: 11em;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }
  /* It is shorter than the chip: what hides it cuts it, once. */
  .token .unseen {
    overflow: visible;
  }
  .token .written {
    color: var(--gf-bad);
  }
  .token .to {
    margin-inline: 0.35em;
    color: var(--gf-soft);
  }
  .token .id {
    margin-inline-start: 0.4em;
    color: var(--gf-soft);
    font-size: 0.88em;
  }
  .token.on,
  .token:hover:not(:disabled) {
    border-color: var(--hue);
    background: color-mix(in srgb, var(--hue) 12%, transparent);
  }
  .token.pinned {
    border-color: var(--hue);
    box-shadow: inset 0 0 0 1px var(--hue);
  }
  .rest {
    align-self: center;
    color: var(--gf-soft);
  }
`;
