import { afterEach, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import '../../src/elements.js'
import { mount, tidyUp } from '../support/elements.js'
import { fullModels } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'

afterEach(tidyUp)

const markup =
  '<img src=x onerror="window.hit=1"><script>window.hit=1</script><counterfoil-status></counterfoil-status>'
const texts = [
  markup,
  `\u202e${markup}\u2066`,
  '\u0000\u0007\u001b[31m',
  'x'.repeat(1_000_000),
  '\ud800',
  '${window.hit=1}',
]

function refusedWith(text: string): ListedEntry {
  const body = {
    title: text,
    more: text,
    [text.slice(0, 5_000)]: 1,
    list: Array.from({ length: 5_000 }, () => text.slice(0, 50)),
  }
  const reply = { status: 422, headers: {}, body, at: new Date(), problem: { title: text, detail: text } }
  const history = [
    {
      at: new Date(),
      what: 'attempt',
      outcome: 'rejected',
      status: 422,
      detail: text,
    },
  ]
  return entryOf('refund', fullModels.refund, {
    state: 'parked',
    reason: 'rejected',
    reply,
    history,
  })
}

/** All that stands in an element, shadow roots within it too. */
function readWhole(element: Element): { words: string; tags: string[] } {
  const inner = [...(element.shadowRoot ?? element).querySelectorAll('*')]
  const words = (element.shadowRoot ?? element).textContent
  return { words, tags: inner.map(({ localName }) => localName) }
}

it.each(texts)('what a service says stands as text, and not without end: %#', async (text) => {
  const entry = refusedWith(text)
  for (const tag of ['counterfoil-attention', 'counterfoil-journal'] as const) {
    const element = mount(tag, pretend({ entries: [entry] }).till)
    if (tag === 'counterfoil-journal') Object.assign(element, { selected: entry.id })
    await expect.poll(() => readWhole(element).words).toContain('422')
    const { words, tags } = readWhole(element)
    expect(tags).not.toContain('img')
    expect(tags).not.toContain('script')
    expect(tags).not.toContain('counterfoil-status')
    expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(words.length).toBeLessThan(60_000)
  }
  expect('hit' in window).toBe(false)
})
