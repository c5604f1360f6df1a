import { css } from 'lit';

export const circuitStyles = css`
  .asked glass-tokens {
    flex: 1 1 100%;
    min-width: 0;
  }
  .positions {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    min-height: var(--gf-target);
    cursor: pointer;
  }
  .positions input {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--gf-accent);
  }
  .title {
    margin: 0.8rem 0 0.2rem;
    font-weight: 600;
  }
  .readout,
  .note {
    max-width: 65ch;
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  .note {
    margin: 0.6rem 0 0;
  }
  .given {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(calc(16em * 16 / 13), 100%), 1fr));
    gap: 0.6rem 2rem;
    max-width: 46rem;
  }
  .given p {
    margin: 0 0 0.3rem;
    color: var(--gf-soft);
  }
  ol {
    display: grid;
    gap: 0.2rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(calc(4.5em * 16 / 13), calc(7em * 16 / 13)) minmax(0, 1fr) calc(
        3.6em * 16 / 13
      );
    align-items: center;
    gap: 0.6rem;
  }
  li bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  li.it bdi {
    font-weight: 650;
  }
  li i {
    height: 0.75rem;
    width: max(1px, calc(var(--part) * 100%));
    border-radius: 2px;
    background: var(--side);
  }
  li .number {
    text-align: end;
  }
`;
