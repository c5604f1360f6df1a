import { css } from 'lit';
import { controlStyles } from '../base/control-view.ts';

export const generateStyles = css`
  :host {
    container-type: inline-size;
  }
  .desk {
    display: grid;
    grid-template-columns: minmax(calc(14em * 16 / 13), calc(19em * 16 / 13)) minmax(0, 1fr);
    gap: 1.25rem 2.25rem;
  }
  .desk > * {
    min-width: 0;
  }
  @container (max-width: calc(40em * 16 / 13)) {
    .desk {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .controls {
    display: grid;
    gap: 0.55rem;
    align-content: start;
    min-height: var(--glass-generate-controls, 0);
  }
  ${controlStyles}
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-top: 0.35rem;
  }
  .out {
    margin: 0 0 0.9rem;
    padding: 0.55rem 0.8rem;
    border: 1px solid var(--gf-line);
    border-radius: 8px;
    background: var(--gf-wash);
    font-size: 1.25em;
    line-height: 1.6;
    overflow-wrap: anywhere;
    min-height: 2.9rem;
    max-height: 12rem;
    overflow-y: auto;
  }
  .worth {
    min-height: 1.5em;
    margin: -0.5rem 0 0.7rem;
    color: var(--gf-soft);
  }
  .out .prompt {
    color: var(--gf-soft);
  }
  .out .made {
    padding: 0;
    border: 0;
    border-bottom: 0.13em solid var(--hue);
    border-radius: 0;
    white-space: pre-wrap;
  }
  .out .blank {
    position: relative;
  }
  .out .blank::after {
    content: '␣';
    position: absolute;
    inset: 0;
    color: var(--gf-soft);
    opacity: 0.6;
    font-size: 0.8em;
    line-height: 1.9;
    text-align: center;
  }
  .out .made.forced {
    background: color-mix(in srgb, var(--hue) 14%, transparent);
  }
  .out .made[role='button'] {
    cursor: pointer;
  }
  /* As high as a finger, without a line that stands farther below its token. */
  @media (pointer: coarse) {
    .out:has([role='button']) {
      max-height: 18rem;
      line-height: var(--gf-target);
    }
    .out .made[role='button'] {
      position: relative;
    }
    .out .made[role='button']::before {
      content: '';
      position: absolute;
      inset: calc((1.2em - var(--gf-target)) / 2) -4px;
    }
  }
  .out .made.reopened {
    outline: 1.5px solid var(--hue);
    outline-offset: 1px;
    border-radius: 3px;
  }
  .out .made:focus-visible {
    outline: 2px solid var(--gf-accent);
  }
  .out .made.mark {
    margin-inline-start: 0.35em;
    border-bottom-style: dotted;
    color: var(--gf-soft);
    font-size: 0.72em;
    font-style: italic;
  }
  glass-next-token.over::part(bar) {
    opacity: 0.7;
  }
  .bars {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, calc(17em * 16 / 13)), 32em));
    gap: 0 2rem;
  }
  .after,
  .instead {
    margin-top: 0.9rem;
  }
  .instead + .caption {
    margin-top: 0.9rem;
  }
  .caption {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    margin: 0 0 0.4rem;
    color: var(--gf-soft);
  }
`;
