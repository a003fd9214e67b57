import { afterEach, beforeEach, expect, it } from 'vitest'
import { catchPrints, freshCard, partOf, status, tidyUp, untilShown } from '../support/elements.js'
import { calmSandbox, control } from '../support/service.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'

const policy =
  "default-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html"

beforeEach(calmSandbox)
afterEach(tidyUp)

/** A page of its own under a strict policy. */
async function openStrictPage(): Promise<Window & typeof globalThis> {
  const frame = document.createElement('iframe')
  frame.width = '800'
  frame.height = '600'
  const script = new URL('../support/strict-page.ts', import.meta.url).href
  const markup = `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Till</title></head><body><script type="module" src="${script}"></script></body></html>`
  frame.src = URL.createObjectURL(new Blob([markup], { type: 'text/html' }))
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve)
  })
  document.body.append(frame)
  await loaded
  URL.revokeObjectURL(frame.src)
  const page = frame.contentWindow as Window & typeof globalThis
  await expect.poll(() => page.strict).toBeDefined()
  return page
}

it('every element works under a strict content security policy with trusted types', async () => {
  const page = await openStrictPage()
  const till = await page.strict?.(freshName())
  if (!till) throw new Error('there is no till')
  await till.replay()
  await control('faults', 'POST', [status(422)])
  const { id } = await till.refund(refundOf(freshCard(), 25))
  const find = (tag: string) => page.document.querySelector(`counterfoil-${tag}`) ?? document.body
  await untilShown(find('status'), '1 needs attention')
  await untilShown(find('attention'), 'Refused by the card service.')
  partOf(find('attention'), '[data-act=amend]').click()
  await untilShown(find('attention'), 'The corrected operation is sent')
  await untilShown(find('day'), 'This day is not complete')
  Object.assign(find('receipt'), { entryId: id })
  await untilShown(find('receipt'), 'Provisional')
  const { papers, stop } = catchPrints(page.document.body)
  partOf(find('receipt'), '[part~=print]').click()
  partOf(find('day'), '[part~=print]').click()
  await expect.poll(() => papers.length).toBe(2)
  stop()
  expect(papers[0]?.body.textContent).toContain('€25.00')
  till.close()
  expect(page.violations).toEqual([])
})

it('that policy is in force', async () => {
  const page = await openStrictPage()
  expect(() => {
    page.document.body.innerHTML = '<p>markup</p>'
  }).toThrow('TrustedHTML')
  await expect.poll(() => page.violations.join()).toContain('require-trusted-types-for')
  page.document.body.setAttribute('style', 'color: red')
  await expect.poll(() => page.violations.join()).toContain('style-src')
})
