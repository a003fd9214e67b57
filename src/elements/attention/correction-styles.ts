import { css } from 'lit'

export const correctionStyles = css`
  .one-item {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 8rem), 1fr));
    gap: var(--space-2) var(--space-3);
    max-width: 40rem;
    padding: 0;
  }

  .one-item legend {
    margin-bottom: var(--space-1);
    padding: 0;
    font-weight: 650;
  }

  .one-item label {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-label);
  }

  .sums {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--space-2) var(--space-5);
    padding-block: var(--space-2);
    border-block: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
  }

  .sums dl {
    display: flex;
    gap: var(--space-5);
  }

  .sums dt {
    color: var(--muted);
    font-size: var(--text-label);
  }

  .sums dd {
    font-size: var(--text-title);
    font-weight: 650;
  }

  .difference {
    padding: var(--space-1) var(--space-3);
    border-radius: var(--radius);
    background: var(--wait-soft);
    font-weight: 650;
  }

  .panel > div:empty {
    display: none;
  }
`
