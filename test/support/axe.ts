import axe, { type Result } from 'axe-core'
import { expect } from 'vitest'
import { axeOptions } from './axe-options.js'

/** Nobody is kept out: no rule of WCAG 2.2 AA, nor of good practice, is broken, open shadow roots included. */
export async function expectAccessible(root: Element | Document = document): Promise<void> {
  const { violations } = await axe.run(root, axeOptions)
  expect(violations.map(violationToText).join('\n')).toBe('')
}

function violationToText({ id, help, nodes }: Result): string {
  const places = nodes.map(
    ({ target, html, failureSummary = '' }) =>
      `  ${target.flat().join(' ')}\n    ${html.slice(0, 200)}\n    ${failureSummary.replaceAll(/\s+/g, ' ')}`,
  )
  return [`${id}: ${help}`, ...places].join('\n')
}
