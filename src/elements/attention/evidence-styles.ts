import { css } from 'lit'

export const evidenceStyles = css`
  details.evidence[open] {
    margin-block-end: 0;
  }

  .findings .facts > div {
    grid-template-columns: minmax(6rem, 14rem) minmax(0, 1fr);
  }

  .findings {
    display: grid;
    gap: 0.75rem;
    padding: 0.75rem 1rem;
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
    font-size: 0.875rem;
    font-weight: 400;
  }

  .looks {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.5rem;
  }

  .looks .who {
    display: grid;
    flex: 0 1 14rem;
    gap: 0.25rem;
    font-size: 0.875rem;
  }

  .looks .hint {
    align-self: center;
  }

  .answer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }
`
