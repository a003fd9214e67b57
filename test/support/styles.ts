import { afterAll, beforeAll } from 'vitest'

/** Puts style sheets into the page for the tests of one file: all files share it. */
export function wearStyles(...sheets: readonly string[]): void {
  const style = document.createElement('style')
  style.textContent = sheets.join('\n')
  beforeAll(() => {
    document.head.append(style)
  })
  afterAll(() => {
    style.remove()
  })
}
