import type { RunOptions } from 'axe-core'

/** Every rule of WCAG 2.2 AA and of good practice. */
export const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
}
