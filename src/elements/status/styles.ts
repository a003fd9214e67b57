import { css } from 'lit'

export const statusStyles = css`
  section {
    display: grid;
    gap: 0.5rem;
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    min-height: var(--target);
  }

  .reach {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.25rem 0.75rem;
    border: 1px solid transparent;
    border-radius: 99px;
    background: var(--sunken);
    color: var(--muted);
    font-weight: 650;
    white-space: nowrap;
  }

  .reach.online {
    background: var(--good-soft);
    color: var(--good);
  }

  .reach.offline {
    background: var(--wait-soft);
    color: var(--wait);
  }

  .waiting,
  .parked,
  .progress {
    font-variant-numeric: tabular-nums;
  }

  button.parked {
    border-color: var(--bad);
    background: var(--bad-soft);
    color: var(--bad);
  }

  .replay {
    margin-inline-start: auto;
  }

  .progress {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }

  .measure {
    flex: 1 1 14rem;
    display: grid;
    gap: 0.25rem;
  }

  .measure div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }

  .progress span,
  .result,
  .details p {
    color: var(--muted);
    font-size: 0.875rem;
  }

  .result:empty {
    position: absolute;
  }

  progress {
    appearance: none;
    width: 100%;
    height: 0.5rem;
    border: 1px solid var(--edge);
    border-radius: 99px;
    overflow: hidden;
    background: var(--sunken);
    accent-color: var(--accent);
  }

  progress::-webkit-progress-bar {
    background: var(--sunken);
  }

  progress::-webkit-progress-value {
    background: var(--accent);
  }

  progress::-moz-progress-bar {
    background: var(--accent);
  }

  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1rem;
  }

  .details summary {
    margin-block: -0.5rem;
  }

  @media (max-width: 30rem) {
    .row {
      gap: 0.5rem;
    }

    button {
      padding-inline: 0.625rem;
    }
  }

  @media (forced-colors: active) {
    .reach {
      border-color: CanvasText;
    }
  }
`
