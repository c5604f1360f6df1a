import { css } from 'lit';

export const surpriseStyles = css`
  .what {
    max-width: 65ch;
    margin: 0;
    color: var(--gf-soft);
  }
  .mean {
    margin: 0.5rem 0 0.8rem;
    font-weight: 600;
  }
  .tokens {
    --height: var(--glass-surprise-bar-height, 4.5rem);
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.25rem;
    max-height: var(--glass-surprise-max-height, 28rem);
    padding: 2px;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .token {
    position: relative;
    display: grid;
    justify-items: center;
    gap: 0.15rem;
    min-width: 2.3rem;
    padding: 0.1rem 0.35rem 0.15rem;
    border-color: transparent;
    background: none;
  }
  .token.on,
  .token:hover:not(:disabled) {
    border-color: var(--hue);
  }
  .token.pinned {
    border-color: var(--hue);
    box-shadow: inset 0 0 0 1px var(--hue);
  }
  .token bdi {
    color: var(--hue);
    white-space: nowrap;
  }
  .number {
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .track {
    position: relative;
    display: grid;
    align-items: end;
    width: 1.1rem;
    height: var(--height);
    border-bottom: 1px solid var(--gf-line);
  }
  /* A guess among all tokens. */
  .track::before {
    content: '';
    position: absolute;
    inset-inline: -0.4rem;
    bottom: calc(var(--guess) * 100%);
    border-top: 1px dashed var(--gf-line);
  }
  .track i {
    height: calc(var(--part) * 100%);
    border-radius: 2px 2px 0 0;
    background: var(--hue);
  }
  .readout {
    margin: 0.8rem 0 0.3rem;
    min-height: 1.45em;
  }
  .expected {
    display: grid;
    align-content: start;
    gap: 0.15rem;
    max-width: calc(26em * 16 / 13);
    min-height: 4.8em;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .expected li {
    display: grid;
    grid-template-columns: minmax(calc(4.5em * 16 / 13), calc(7em * 16 / 13)) minmax(0, 1fr) calc(
        3.6em * 16 / 13
      );
    align-items: center;
    gap: 0.6rem;
  }
  .expected i {
    height: 0.75rem;
    width: max(1px, calc(var(--part) * 100%));
    border-radius: 2px;
    background: var(--gf-accent);
  }
  .expected .number {
    color: inherit;
    text-align: end;
  }
  .expected .it bdi {
    font-weight: 650;
  }
  bdi {
    white-space: nowrap;
  }
  .long {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  @media (pointer: coarse) {
    .token {
      min-width: 44px;
    }
  }
`;
