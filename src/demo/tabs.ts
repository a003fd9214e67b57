/** A tab and the panel it shows. */
export interface Tab {
  tab: HTMLButtonElement
  panel: HTMLElement
}

/** Shows one panel at a time; arrow keys, Home and End move between tabs. Returns a function that chooses a tab. */
export function connectTabs(
  tabs: readonly Tab[],
  onChoose: (index: number) => void,
): (index: number) => void {
  function choose(index: number): void {
    for (const [place, { tab, panel }] of tabs.entries()) {
      const isChosen = place === index
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      panel.hidden = !isChosen
    }
    onChoose(index)
  }

  for (const [index, { tab }] of tabs.entries()) {
    tab.addEventListener('click', () => {
      choose(index)
    })
    tab.addEventListener('keydown', (event) => {
      const next = keyToIndex(event.key, index, tabs.length)
      if (next === undefined) return
      event.preventDefault()
      choose(next)
      tabs[next]?.tab.focus()
    })
  }
  return choose
}

function keyToIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
