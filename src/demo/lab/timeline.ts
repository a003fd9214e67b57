import { describeError } from '../../elements.js'
import type { ListedEntry, Till } from '../../index.js'
import { create, setText, showText } from '../dom.js'
import type { Ledger } from './control.js'
import { findDepartures } from './departures.js'
import { drawTimeline } from './drawing.js'
import type { LabVoice } from './formats.js'
import { createTimelineLegend } from './legend.js'
import { entryToSentence } from './sentences.js'
import { createSection } from './section.js'

const shown = 12
const widthMin = 280
const stepMs = 1_000

export interface Timeline {
  element: HTMLElement
  /** Reads the operations again. */
  refresh: () => Promise<void>
  /** Takes the times at which requests arrived from the service's ledger. */
  learn: (ledger: Ledger) => void
  start: () => void
  stop: () => void
}

/** Creates the timeline of the last operations, as a picture and in words. */
export function createTimeline(till: Till, voice: LabVoice): Timeline {
  const { timeline } = voice.texts
  const sightings = new Map<string, number[]>()
  const { element, body, picture, note, words } = createPanel(voice)
  let entries: readonly ListedEntry[] = []
  let arrivals: Ledger['arrivals'] = []
  let timer: ReturnType<typeof setInterval> | undefined
  const watch = new ResizeObserver(redraw)

  function redraw(): void {
    if (entries.length === 0) return
    const width = Math.max(widthMin, Math.floor(picture.clientWidth))
    const departures = findDepartures(entries, sightings, arrivals)
    const drawing = drawTimeline({ entries, sightings: departures, voice, width, now: new Date() })
    drawing.setAttribute('aria-label', timeline.picture(entries.length, voice.formats.whole(entries.length)))
    picture.replaceChildren(drawing)
  }

  async function refresh(): Promise<void> {
    try {
      entries = await till.entries({ limit: shown })
      noteSightings(sightings, entries, Date.now())
      showText(note, entries.length === 0 ? timeline.empty : '')
      body.hidden = entries.length === 0
      redraw()
      showWords(words, entries, voice)
    } catch (error) {
      showText(note, timeline.fault(await describeError(error)))
    }
  }

  function stop(): void {
    watch.disconnect()
    clearInterval(timer)
    timer = undefined
  }

  return {
    element,
    refresh,
    stop,
    learn: (ledger) => {
      arrivals = ledger.arrivals
      redraw()
    },
    start: () => {
      stop()
      watch.observe(picture)
      timer = setInterval(() => {
        if (entries.some(isMoving) && mayMove()) redraw()
      }, stepMs)
    },
  }
}

function createPanel(voice: LabVoice) {
  const { timeline } = voice.texts
  // On a narrow screen it scrolls sideways, by the keyboard too.
  const picture = create('div', {
    class: 'lab-picture',
    role: 'group',
    tabindex: '0',
    'aria-label': timeline.title,
    'data-testid': 'timeline',
  })
  const note = create('p', { class: 'lab-note' }, timeline.empty)
  const words = create('ol', { class: 'lab-words' })
  const inWords = create('details', { class: 'lab-group' }, create('summary', {}, timeline.inWords), words)
  const legend = createTimelineLegend(voice)
  const body = create('div', { class: 'lab-timeline-body', hidden: true }, picture, legend, inWords)
  return { element: createSection(timeline.title, note, body), body, picture, note, words }
}

function isMoving({ state }: ListedEntry): boolean {
  return state === 'queued' || state === 'sending'
}

function mayMove(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Remembers when each operation was first seen in flight, once per sending. */
function noteSightings(sightings: Map<string, number[]>, entries: readonly ListedEntry[], now: number): void {
  const listed = new Set(entries.map(({ id }) => id))
  for (const id of sightings.keys()) if (!listed.has(id)) sightings.delete(id)
  for (const { id, state, history } of entries) {
    const seen = sightings.get(id) ?? []
    const last = history.at(-1)?.at.getTime() ?? 0
    if (state === 'sending' && !seen.some((at) => at >= last)) sightings.set(id, [...seen, now])
  }
}

function showWords(list: HTMLElement, entries: readonly ListedEntry[], voice: LabVoice): void {
  const now = new Date()
  while (list.children.length > entries.length) list.lastElementChild?.remove()
  for (const [index, entry] of entries.entries()) {
    const item = list.children[index] ?? list.appendChild(create('li'))
    setText(item, entryToSentence(entry, voice, now))
  }
}
