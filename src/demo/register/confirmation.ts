import type { Entry, ListedEntry, Till } from '../../index.js'
import { create } from '../dom.js'
import { createIcon, type IconName } from '../icons.js'
import { coalesce } from '../timing.js'
import { describeAmount, describeEntry } from './describe.js'
import type { Voice } from './voice.js'

const restMs = 150

type Tone = 'saved' | 'confirmed' | 'stop' | 'cancelled'

const icons: Record<Tone, IconName> = { saved: 'clock', confirmed: 'check', stop: 'alert', cancelled: 'ban' }

/** Says how the operation entered last stands, and follows it: saved, confirmed, stopped or cancelled. */
export function createConfirmation(till: Till, voice: Voice) {
  const calm = create('div', { class: 'confirmation', role: 'status' })
  const urgent = create('div', { class: 'confirmation', role: 'alert' })
  const element = create('div', { class: 'confirmation-place', 'data-testid': 'confirmation' }, calm, urgent)
  let followed: string | undefined
  let shown = ''
  let isHidden = true

  function clear(): void {
    calm.replaceChildren()
    urgent.replaceChildren()
    isHidden = true
  }

  function draw(entry: ListedEntry): void {
    const tone = stateToTone(entry)
    const told = JSON.stringify([entry.id, tone, describeStop(entry, voice)])
    if (told === shown || (isHidden && tone !== 'stop')) return
    clear()
    ;[shown, isHidden] = [told, false]
    const place = tone === 'stop' ? urgent : calm
    place.dataset.tone = tone
    place.replaceChildren(...compose(entry, tone, voice))
  }

  const follow = coalesce(async () => {
    const id = followed
    if (id === undefined) return
    // What cannot be read now is read at the next change; until then the last word stands.
    const entry = await till.entry(id).catch(() => undefined)
    if (entry && id === followed) draw(entry)
  }, restMs)
  const leave = till.status.subscribe(follow)

  return {
    element,
    isShown: () => calm.hasChildNodes() || urgent.hasChildNodes(),
    show(entry: Entry) {
      clear()
      followed = entry.id
      isHidden = false
      draw(entry)
      follow()
    },
    clear,
    /** What has been saved must not seem to be what is only being typed; a refusal stays until it is dealt with. */
    makeRoom() {
      if (!urgent.hasChildNodes()) clear()
    },
    stop() {
      followed = undefined
      leave()
    },
  }
}

function stateToTone({ state }: ListedEntry): Tone {
  switch (state) {
    case 'queued':
    case 'sending':
      return 'saved'
    case 'settled':
      return 'confirmed'
    case 'parked':
      return 'stop'
    case 'voided':
      return 'cancelled'
  }
}

/** Why it was stopped, and what the service itself said. */
function describeStop(entry: ListedEntry, { texts }: Voice): string[] {
  if (entry.state !== 'parked') return []
  const { title, detail } = 'reply' in entry ? (entry.reply.problem ?? {}) : {}
  const said = [title, detail].filter((text) => typeof text === 'string' && text !== '')
  return [
    texts.stop.reasons[entry.reason],
    ...(said.length > 0 ? [texts.stop.said(said.join(' '))] : []),
    texts.stop.next,
  ]
}

function compose(entry: ListedEntry, tone: Tone, voice: Voice): Element[] {
  const amount = describeAmount(entry, voice)
  const title = tone === 'stop' ? voice.texts.stop.title : voice.texts[tone]
  return [
    createIcon(icons[tone]),
    create(
      'div',
      { class: 'confirmation-words' },
      create('p', { class: 'confirmation-title' }, title),
      ...describeStop(entry, voice).map((words) => create('p', {}, words)),
      create('p', { class: 'confirmation-facts' }, describeEntry(entry, voice)),
    ),
    ...(amount === '' ? [] : [create('p', { class: 'amount confirmation-amount' }, amount)]),
  ]
}
