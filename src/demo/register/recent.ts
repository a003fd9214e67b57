import { describeError } from '../../elements.js'
import type { EntryState, ListedEntry, Till } from '../../index.js'
import { arrange, create, setAttribute, setText, showText } from '../dom.js'
import { createIcon, type IconName } from '../icons.js'
import { coalesce } from '../timing.js'
import { findAllowed } from './ceiling.js'
import { describeSubject } from './describe.js'
import { requestToAmount } from './requests.js'
import type { Voice } from './voice.js'

const shownMax = 8
const restMs = 150

/** Creates the list of the newest operations, which follows the till. */
export interface Recent {
  element: HTMLElement
  stop(): void
}

interface Row {
  element: HTMLElement
  update(entry: ListedEntry): void
}

export function createRecent(till: Till, voice: Voice, onShow: (id: string) => void): Recent {
  const { texts } = voice
  const list = create('ol', { class: 'recent-list', 'data-testid': 'recent' })
  const empty = create('p', { class: 'muted', hidden: true })
  const fault = create('p', { class: 'error', hidden: true })
  const rows = new Map<string, Row>()
  let isStopped = false

  const refresh = coalesce(async () => {
    if (isStopped) return
    try {
      const entries = await till.entries({ limit: shownMax })
      showRows(list, rows, entries, (entry) => createRow(entry, voice, onShow))
      showText(empty, entries.length === 0 ? texts.recent.empty : '')
      showText(fault, '')
    } catch (error) {
      showText(fault, texts.recent.fault(await describeError(error)))
    }
  }, restMs)
  const leave = till.status.subscribe(refresh)
  return {
    element: create(
      'section',
      { class: 'recent', 'aria-labelledby': 'recent-title' },
      create('h2', { id: 'recent-title' }, texts.recent.title),
      fault,
      empty,
      list,
    ),
    stop() {
      isStopped = true
      leave()
    },
  }
}

function showRows(
  list: HTMLElement,
  rows: Map<string, Row>,
  entries: readonly ListedEntry[],
  build: (entry: ListedEntry) => Row,
): void {
  const listed = new Set(entries.map(({ id }) => id))
  for (const id of rows.keys()) if (!listed.has(id)) rows.delete(id)
  const shown = entries.map((entry) => {
    const row = rows.get(entry.id) ?? build(entry)
    rows.set(entry.id, row)
    row.update(entry)
    return row.element
  })
  const hadFocus = list.contains(document.activeElement)
  arrange(list, shown)
  // The focused row may have left the list.
  if (hadFocus && !list.contains(document.activeElement))
    list.lastElementChild?.querySelector('button')?.focus()
}

const stateIcons: Record<EntryState, IconName> = {
  queued: 'clock',
  sending: 'up',
  settled: 'check',
  parked: 'alert',
  voided: 'ban',
}

function createRow({ id }: ListedEntry, voice: Voice, onShow: (id: string) => void): Row {
  const { texts, formats } = voice
  const kind = create('span', { class: 'recent-kind' })
  const amount = create('span', { class: 'amount recent-amount' })
  const subject = create('span', { class: 'recent-subject' })
  const time = create('time')
  const words = create('span')
  const badge = create('span', { class: 'recent-state' }, words)
  const allowed = create('span', { class: 'recent-allowed', hidden: true })
  const cells = [kind, amount, subject, time, badge, allowed].flatMap((cell) => [cell, ' '])
  const button = create('button', { type: 'button' }, ...cells)
  button.addEventListener('click', () => {
    onShow(id)
  })
  const element = create('li', { 'data-entry-id': id }, button)
  return {
    element,
    update(entry) {
      setText(kind, texts.kinds[entry.kind])
      const value = requestToAmount(entry.request)
      setText(amount, value === undefined ? '' : formats.money(value))
      setText(subject, describeSubject(entry, voice))
      setText(time, entry.createdAt ? formats.time(entry.createdAt, new Date()) : '')
      setAttribute(time, 'datetime', entry.createdAt?.toISOString())
      setText(words, texts.states[entry.state])
      const by = findAllowed(entry)
      showText(allowed, by === undefined ? '' : texts.allowedBy(by))
      if (element.dataset.state === entry.state) return
      element.dataset.state = entry.state
      badge.querySelector('svg')?.remove()
      badge.prepend(createIcon(stateIcons[entry.state]))
    },
  }
}
