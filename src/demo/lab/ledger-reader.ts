import type { Ledger, SandboxState } from './control.js'

/**
 * Reads the ledger only if it has more or less than was shown, because it is long. What was read may be newer than the
 * state that asked for it.
 */
export function createLedgerReader(
  read: () => Promise<Ledger | undefined>,
  show: (ledger: Ledger) => void,
): (state: SandboxState | undefined) => Promise<void> {
  let shown = ''
  return async (state) => {
    if (!state || nameOf(state.arrivals, state.effects) === shown) return
    const ledger = await read()
    if (!ledger) return
    shown = nameOf(ledger.arrivals.at(-1)?.sequence ?? 0, ledger.effects.length)
    show(ledger)
  }
}

const nameOf = (arrivals: number, effects: number) => `${arrivals} ${effects}`
