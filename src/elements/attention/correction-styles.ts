import { css } from 'lit'

export const correctionStyles = css`
  .one-item {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 8rem), 1fr));
    gap: 0.5rem 0.75rem;
    max-width: 40rem;
    padding: 0;
  }

  .one-item legend {
    margin-bottom: 0.25rem;
    padding: 0;
    font-weight: 650;
  }

  .one-item label {
    display: grid;
    gap: 0.25rem;
    font-size: 0.875rem;
  }

  .sums {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.5rem 1.5rem;
    padding-block: 0.5rem;
    border-block: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
  }

  .sums dl {
    display: flex;
    gap: 1.5rem;
  }

  .sums dt {
    color: var(--muted);
    font-size: 0.875rem;
  }

  .sums dd {
    font-size: 1.125rem;
    font-weight: 650;
  }

  .difference {
    padding: 0.25rem 0.75rem;
    border-radius: var(--radius);
    background: var(--wait-soft);
    font-weight: 650;
  }

  .panel > div:empty {
    display: none;
  }
`
