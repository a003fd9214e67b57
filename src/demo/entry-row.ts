import type { EntryState, ListedEntry } from '../index.js'
import { create, setAttribute, setText, showText } from './dom.js'
import { createIcon, type IconName } from './icons.js'
import { requestToAmount, requestToText, entryToTransaction } from './requests.js'
import {
  amountToText,
  entryToSubject,
  historyToWords,
  idToText,
  kindToWords,
  parkToWords,
  stateToWords,
  timeToText,
} from './words.js'

/** One operation in the list; opening it shows its whole story. */
export interface EntryRow {
  element: HTMLElement
  update(entry: ListedEntry): void
}

const stateIcons: Record<EntryState, IconName> = {
  queued: 'clock',
  sending: 'up',
  settled: 'check',
  parked: 'alert',
  voided: 'ban',
}

export function createEntryRow(first: ListedEntry): EntryRow {
  let entry = first
  let state: EntryState | undefined
  const time = create('time', { class: 'entry-time' })
  const kind = create('span', { class: 'entry-kind' })
  const subject = create('span', { class: 'entry-subject' })
  const amount = create('span', { class: 'amount entry-amount' })
  const stateWords = create('span')
  const badge = create('span', { class: 'entry-state' }, stateWords)
  const reason = create('span', { class: 'entry-reason' })
  const cells = [time, kind, subject, amount, badge, reason].flatMap((cell) => [cell, ' '])
  const summary = create('summary', {}, ...cells, createIcon('chevron'))
  const story = create('div', { class: 'story' })
  const details = create('details', {}, summary, story)
  const element = create('li', { class: 'entry', 'data-entry-id': first.id }, details)

  function showState(): void {
    if (entry.state === state) return
    state = entry.state
    element.dataset.state = state
    badge.querySelector('svg')?.remove()
    badge.prepend(createIcon(stateIcons[state]))
    setText(stateWords, stateToWords(state))
  }

  function update(next: ListedEntry): void {
    entry = next
    const now = new Date()
    showState()
    setText(time, entry.createdAt ? timeToText(entry.createdAt, now) : '–')
    setAttribute(time, 'datetime', entry.createdAt?.toISOString())
    setText(kind, kindToWords(entry.kind))
    setText(subject, entryToSubject(entry))
    const value = requestToAmount(entry.request)
    showText(amount, value === undefined ? '' : amountToText(value))
    showText(reason, describePark(entry))
    if (details.open) showStory(story, entry, now)
  }

  details.addEventListener('toggle', () => {
    if (details.open) showStory(story, entry, new Date())
  })
  update(first)
  return { element, update }
}

function describePark(entry: ListedEntry): string {
  if (entry.state !== 'parked') return ''
  return parkToWords(entry.reason, 'reply' in entry ? entry.reply : undefined)
}

/** Rebuilt only when it has something new to tell, so that a selection in it survives. */
function showStory(story: HTMLElement, entry: ListedEntry, now: Date): void {
  const told = JSON.stringify([entry.state, entry.history.length, 'reply' in entry])
  if (story.dataset.told === told) return
  story.dataset.told = told
  const request = create(
    'pre',
    { tabindex: '0', role: 'region', 'aria-label': `Request of operation ${idToText(entry.id)}` },
    requestToText(entry.request),
  )
  story.replaceChildren(
    create('h3', {}, 'What happened'),
    createHistory(entry, now),
    ...createReply(entry),
    ...createSlip(entry),
    create('h3', {}, 'Request'),
    request,
    create('p', { class: 'muted' }, `Operation ${entry.id}`),
  )
}

/** Only what has a receipt has a slip. */
function createSlip(entry: ListedEntry): HTMLElement[] {
  if (!('StoredValueCardReceipt' in entry.request)) return []
  const slip = create('counterfoil-receipt')
  slip.entry = entry
  return [create('h3', {}, 'Receipt'), slip]
}

function createHistory({ history }: ListedEntry, now: Date): HTMLElement {
  const items = history.map((item) =>
    create(
      'li',
      {},
      create('time', { datetime: item.at.toISOString() }, timeToText(item.at, now)),
      create('span', {}, historyToWords(item)),
    ),
  )
  return create('ol', { class: 'history' }, ...items)
}

function createReply(entry: ListedEntry): HTMLElement[] {
  const reply = 'reply' in entry ? entry.reply : undefined
  if (!reply) return []
  const transaction = entryToTransaction(entry)
  const facts: [string, string | undefined][] = [
    ['Status', String(reply.status)],
    ['Problem', reply.problem?.title],
    ['Detail', reply.problem?.detail],
    ['Transaction', transaction === undefined ? undefined : String(transaction)],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [create('div', {}, create('dt', {}, name), create('dd', {}, value))],
  )
  return [create('h3', {}, 'What the service said'), create('dl', { class: 'facts' }, ...rows)]
}
