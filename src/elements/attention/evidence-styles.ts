import { css } from 'lit'

export const evidenceStyles = css`
  details.evidence[open] {
    margin-block-end: 0;
  }

  .findings {
    --label-width: 14rem;

    display: grid;
    gap: var(--space-3);
    padding: var(--space-3) var(--space-4);
    border-radius: var(--radius);
    background: var(--sunken);
  }

  .findings > div:empty {
    display: none;
  }

  .findings dd > span {
    display: block;
  }

  .findings small {
    color: var(--muted);
    font-size: var(--text-label);
    font-weight: 400;
  }

  .looks {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--space-2);
  }

  .looks .who {
    display: grid;
    flex: 0 1 14rem;
    gap: var(--space-1);
    font-size: var(--text-label);
  }

  .looks .hint {
    align-self: center;
  }

  .answer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }
`
