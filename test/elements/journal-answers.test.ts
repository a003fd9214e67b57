import { beforeEach, expect, it, vi } from 'vitest'
import type { ListedEntry, Till } from '../../src/index.js'
import { Answers } from '../../src/elements/journal/answers.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'
import { refundOf } from '../support/models.js'

beforeEach(standInForPage)

it('a search that goes on only when asked to does not say that it searches when something happens meanwhile', async () => {
  const opened = await openNodeTill('http://127.0.0.1:9/')
  const { id } = await opened.refund(refundOf('9001000000000017'))
  const entry = await opened.entry(id)
  if (!entry) throw new Error('it was not saved')
  let answered = 0
  let isHeld = false
  const held: (() => void)[] = []
  // A journal without end, in which nothing fits.
  const entries: Till['entries'] = async ({ limit = 0 } = {}) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    return Array.from({ length: limit }, (): ListedEntry => ({ ...entry, id: `e${(answered += 1)}` }))
  }
  const till: Till = { ...opened, entries }
  const host = {
    till,
    search: undefined,
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  }
  const nothing = () => undefined
  const answers = new Answers(host, {
    status: nothing,
    fault: nothing,
    onFault: nothing,
    findWanted: () => ({ from: 0, to: 20 }),
    onBegin: nothing,
    onRows: nothing,
    onAnswered: nothing,
  })
  answers.ask({ text: '…999' })
  expect(answers.isSearching).toBe(true)
  await vi.waitFor(() => {
    expect(answers.book?.progress).toMatchObject({ isPaused: true, isBusy: false })
  })

  isHeld = true
  const read = answers.read(till)
  await vi.waitFor(() => {
    expect(held.length).toBeGreaterThan(0)
  })
  expect(answers.isSearching).toBe(false)
  const further = answers.lookFurther()
  expect(answers.isSearching).toBe(true)
  isHeld = false
  for (const resolve of held) resolve()
  await Promise.all([read, further])
})
