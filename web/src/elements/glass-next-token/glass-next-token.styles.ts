import { css } from 'lit';
import { controlStyles } from '../base/control-view.ts';

export const nextTokenStyles = css`
  :host {
    container-type: inline-size;
  }
  ${controlStyles}
  .controls {
    display: grid;
    gap: 0.3rem;
    max-width: 30rem;
    margin-bottom: 0.8rem;
  }
  .after {
    display: flex;
    align-items: center;
    gap: 0.8rem;
    min-height: max(2.25rem, var(--gf-target));
    margin: 0;
    line-height: 1.25;
  }
  .after button {
    flex: none;
  }
  ol {
    display: grid;
    gap: 3px;
    margin: 0;
    padding: 2px;
    list-style: none;
  }
  /* An answer that takes longer than a glance: what stands here is of the text before. */
  ol.asking {
    opacity: 0.45;
    transition: opacity 0.1s 0.3s;
  }
  /* Of a place inside the text: nothing is written there, and no bar can be pressed. */
  ol:has(+ [part='after']) .bar {
    background: var(--gf-soft);
  }
  ol {
    --word: minmax(calc(3em * 16 / 13), calc(5.5em * 16 / 13));
  }
  ol button {
    display: grid;
    grid-template-columns: var(--word) minmax(0, 1fr) calc(3.4em * 16 / 13);
    align-items: center;
    gap: 0.6rem;
    width: 100%;
    min-height: max(1.75rem, var(--gf-target));
    padding: 0 0.4rem;
    border: 1px solid transparent;
    border-radius: 5px;
    background: none;
    text-align: start;
  }
  .ghosts button {
    grid-template-columns:
      var(--word) minmax(0, 1fr) calc(3.6em * 16 / 13) calc(0.7em * 16 / 13)
      calc(4.4em * 16 / 13);
    gap: 0.4rem;
  }
  .logits button {
    grid-template-columns: var(--word) calc(3.2em * 16 / 13) minmax(0, 1fr) calc(3.4em * 16 / 13);
  }
  .logits.ghosts button {
    grid-template-columns:
      var(--word) calc(3.2em * 16 / 13) minmax(0, 1fr) calc(3.6em * 16 / 13)
      calc(0.7em * 16 / 13) calc(4.4em * 16 / 13);
  }
  .logit {
    color: var(--gf-soft);
    text-align: end;
  }
  @container (max-width: 32em) {
    .logits.ghosts .logit {
      display: none;
    }
    .logits.ghosts button {
      grid-template-columns:
        var(--word) minmax(0, 1fr) calc(3.6em * 16 / 13) calc(0.7em * 16 / 13)
        calc(4.4em * 16 / 13);
    }
  }
  .softmax {
    display: grid;
    gap: 0.2rem;
    margin-top: 0.9rem;
    padding: 0.8rem 1rem;
    border-radius: 8px;
    background: var(--gf-wash);
  }
  .softmax p {
    display: flex;
    gap: 0.8rem;
    margin: 0;
  }
  .softmax bdi {
    min-width: calc(4em * 16 / 13);
  }
  .softmax b {
    font-weight: 650;
  }
  button:disabled {
    background: none;
    color: inherit;
  }
  .softmax bdi,
  .word bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .classes .word bdi {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  bdi.mark {
    color: var(--gf-soft);
    font-style: italic;
  }
  .track {
    display: grid;
    align-items: center;
    min-width: 0;
  }
  .bar,
  .ghost {
    grid-area: 1 / 1;
    min-width: 2px;
    border-radius: 2px;
    transition: width var(--glass-bar-motion, 200ms);
  }
  .bar {
    height: 0.85rem;
    background: color-mix(in srgb, var(--gf-accent) 78%, var(--gf-paper));
  }
  .ghosts .bar {
    height: 0.6rem;
  }
  .ghost {
    height: 1.05rem;
    border: 1px solid var(--gf-soft);
    background: var(--gf-wash);
  }
  .share,
  .was {
    text-align: end;
    white-space: nowrap;
  }
  .share {
    font-weight: 600;
  }
  .share small {
    display: block;
    color: var(--gf-accent);
    font-size: 0.78em;
    font-weight: 400;
    line-height: 1;
  }
  .was,
  .arrow {
    color: var(--gf-soft);
  }
  .chosen {
    border-color: var(--gf-accent);
  }
  .chosen bdi::after {
    content: ' ✓';
    color: var(--gf-accent);
  }
  .dropped .bar {
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-soft) 3px 4px);
  }
  .dropped bdi,
  .dropped .share {
    color: var(--gf-soft);
    font-weight: 400;
  }
  .cut {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    color: var(--gf-accent);
    font-size: 0.92em;
  }
  .cut::before {
    content: '';
    flex: 1;
    border-top: 1.5px dashed currentColor;
  }
  .more {
    padding: 0.1rem 0.4rem;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.2rem 1rem;
    margin: 0.5rem 0 0;
    padding: 0 0.4rem;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .key {
    display: inline-flex;
    align-items: center;
    gap: 0.45em;
  }
  .key i {
    width: 1.1rem;
    height: 0.7rem;
    border: 1px solid var(--gf-soft);
    border-radius: 2px;
    background: var(--gf-wash);
  }
  /* Little room: it goes to the bars. */
  @container (max-width: calc(20em * 16 / 13)) {
    ol {
      --word: minmax(calc(2.6em * 16 / 13), calc(4.2em * 16 / 13));
    }
    ol button {
      grid-template-columns: var(--word) minmax(0, 1fr) calc(3em * 16 / 13);
      gap: 0.35rem;
      padding: 0 0.1rem;
    }
  }
  @container (max-width: 32em) {
    .control {
      grid-template-columns: calc(5.4em * 16 / 13) minmax(0, 1fr) calc(2.4em * 16 / 13);
    }
    .ghosts {
      --word: minmax(calc(2.6em * 16 / 13), calc(4.2em * 16 / 13));
    }
    .ghosts button {
      grid-template-columns:
        var(--word) minmax(0, 1fr) calc(3.3em * 16 / 13) calc(0.6em * 16 / 13)
        calc(3.5em * 16 / 13);
      gap: 0.25rem;
      padding: 0 0.1rem;
    }
  }
  /* A class is named by its author, in words: the whole name is shown. */
  .classes {
    --word: minmax(calc(3em * 16 / 13), 35%);
  }
`;
