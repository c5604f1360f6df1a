import { css, type CSSResult } from 'lit';

/** Of a box that scrolls: a shade at its lower edge, which what lies at the end covers. A phone shows no bar. */
export const moreBelow: CSSResult = css`
  background:
    linear-gradient(transparent, var(--gf-paper) 60%) bottom / 100% 2.2rem no-repeat local,
    linear-gradient(transparent, var(--gf-line)) bottom / 100% 1.4rem no-repeat;
`;
