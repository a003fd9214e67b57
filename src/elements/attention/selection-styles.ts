import { css } from 'lit'

export const selectionStyles = css`
  .selection {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
    gap: 0.5rem 0.75rem;
    max-width: 48rem;
  }

  .selection label {
    display: grid;
    gap: 0.25rem;
    font-size: 0.875rem;
  }

  select {
    width: 100%;
    min-width: 0;
    min-height: var(--target);
    padding: 0.375rem 0.5rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    color: inherit;
    font: inherit;
    font-size: 1rem;
  }

  .group {
    display: grid;
    gap: 0.5rem;
  }

  .group > h3 {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin-block-start: 0.5rem;
  }

  .badge.plain {
    border-color: var(--line);
    background: var(--sunken);
    color: var(--muted);
  }
`
