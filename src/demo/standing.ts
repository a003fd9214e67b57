import type { Till, TillStatus } from '../index.js'
import { countWaiting, describeChange } from './announcements.js'
import { findPart, setText, showText } from './dom.js'
import { createIcon, type IconName } from './icons.js'
import {
  countToText,
  errorToText,
  pauseToWords,
  reachToWords,
  storageToWords,
  timeToText,
  workerToWords,
} from './words.js'

const announceMs = 800

/** Shows where the till stands, and says aloud what matters of it. */
export function startStanding(till: Till): void {
  const announce = createAnnouncer(till)
  till.status.subscribe((status) => {
    showReach(status.reach)
    showCounts(status.counts)
    showProgress(status)
    showNotes(status, new Date())
    announce()
  })
  connectReplay(till)
}

const reachIcons: Record<TillStatus['reach'], IconName> = {
  online: 'linked',
  offline: 'cut',
  unknown: 'question',
}

function showReach(reach: TillStatus['reach']): void {
  const badge = findPart('reach', HTMLElement)
  const words = findPart('reach-words', HTMLElement)
  if (badge.dataset.reach === reach && words.textContent !== '') return
  badge.dataset.reach = reach
  badge.querySelector('svg')?.remove()
  badge.prepend(createIcon(reachIcons[reach]))
  setText(words, reachToWords(reach))
}

function showCounts(counts: TillStatus['counts']): void {
  showCount('waiting', countWaiting(counts))
  showCount('settled', counts.settled)
  showCount('parked', counts.parked)
}

function showCount(name: string, count: number | undefined): void {
  setText(findPart(name, HTMLElement), countToText(count))
  findPart(`${name}-unknown`, HTMLElement).hidden = count !== undefined
  const tile = findPart(`${name}-tile`, HTMLElement)
  tile.dataset.count = count === undefined ? 'unknown' : count === 0 ? 'none' : 'some'
}

function showProgress({ replay: { running, done, total } }: TillStatus): void {
  const part = findPart('progress', HTMLElement)
  const isShown = running && total !== undefined && total > 0
  part.hidden = !isShown
  if (!isShown) return
  const bar = findPart('progress-bar', HTMLProgressElement)
  bar.max = total
  bar.value = done
  setText(
    findPart('progress-words', HTMLElement),
    `Delivering: ${countToText(done)} of ${countToText(total)}`,
  )
}

function showNotes({ pauses, oldestQueuedAt, storage, worker }: TillStatus, now: Date): void {
  const [pause] = pauses
  const oldest = oldestQueuedAt ? `Oldest waiting since ${timeToText(oldestQueuedAt, now)}.` : ''
  const fault = storage.fault === undefined ? '' : `Trouble with this till’s storage: ${storage.fault}`
  const obstacle = storageToWords(storage)
  const lasting =
    storage.isPersistent === false ? 'The browser may clear this till if its disk fills up.' : ''
  showText(findPart('pause', HTMLElement), pause ? pauseToWords(pause, now) : '')
  showText(findPart('oldest', HTMLElement), oldest)
  showText(findPart('storage-fault', HTMLElement), obstacle === '' ? fault : obstacle)
  showText(findPart('storage', HTMLElement), lasting)
  showText(findPart('worker', HTMLElement), workerToWords(worker))
}

/** Says what has changed since it last spoke, a moment after the change, so that changes come together. */
function createAnnouncer(till: Till): () => void {
  const region = findPart('announcer', HTMLElement)
  let told = till.status.value
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      const sentence = describeChange(told, till.status.value, new Date())
      told = till.status.value
      if (sentence !== '') region.textContent = sentence
    }, announceMs)
  }
}

function connectReplay(till: Till): void {
  const button = findPart('replay', HTMLButtonElement)
  const result = findPart('replay-result', HTMLElement)
  let isRunning = false
  button.addEventListener('click', () => {
    if (isRunning) return
    isRunning = true
    setText(result, 'Asking the card service…')
    void replay(till).then((words) => {
      isRunning = false
      setText(result, words)
    })
  })
}

async function replay(till: Till): Promise<string> {
  try {
    const { settled, parked, requeued, paused } = await till.replay()
    const facts = [
      ...(settled > 0 ? [`${countToText(settled)} settled`] : []),
      ...(parked > 0 ? [`${countToText(parked)} for a person`] : []),
      ...(requeued > 0 ? [`${countToText(requeued)} waiting again`] : []),
    ]
    if (facts.length > 0) return `Replayed: ${facts.join(', ')}.`
    return paused ? 'Replayed: the line is still down.' : 'Replayed: nothing had to go.'
  } catch (error) {
    return `The replay failed: ${errorToText(error)}`
  }
}
