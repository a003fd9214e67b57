import { css } from 'lit'

export const selectionStyles = css`
  .selection {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
    gap: var(--space-2) var(--space-3);
    max-width: 48rem;
  }

  .selection label {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-label);
  }

  select {
    width: 100%;
    min-width: 0;
    min-height: var(--target);
    padding: var(--space-2) var(--space-2);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    color: inherit;
    font: inherit;
    font-size: var(--text-body);
  }

  .selection input::placeholder {
    font-size: var(--text-label);
  }

  @media (max-width: 30rem) {
    .selection {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  .group {
    display: grid;
    gap: var(--space-2);
  }

  .group > h3 {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    margin-block-start: var(--space-2);
  }

  .badge.plain {
    border-color: var(--line);
    background: var(--sunken);
    color: var(--muted);
  }
`
