import { css } from 'lit';

export const normStyles = css`
  dd b {
    font-weight: 650;
  }
`;
