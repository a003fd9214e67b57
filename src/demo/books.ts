import type { Till } from '../index.js'
import { create, findPart } from './dom.js'
import { startJournal } from './journal.js'
import { connectTabs } from './tabs.js'

/** What has been rung up: one by one in the journal, and added up by day. */
export function startBooks(till: Till): void {
  startJournal(till)
  const names = ['journal', 'day'] as const
  const tabs = names.map((name) => ({
    tab: findPart(`books-tab-${name}`, HTMLButtonElement),
    panel: findPart(`books-${name}`, HTMLElement),
  }))
  const day = create('counterfoil-day')
  const panel = findPart('books-day', HTMLElement)
  // Figures that nobody looks at need not be kept up.
  const choose = connectTabs(tabs, (index) => {
    if (names[index] === 'day') panel.replaceChildren(day)
    else day.remove()
  })
  day.till = till
  choose(0)
}
