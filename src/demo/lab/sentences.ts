import type { ListedEntry } from '../../index.js'
import { requestToAmount } from '../register/requests.js'
import type { LabVoice } from './formats.js'
import { isAttempt } from './history.js'

/** The name of a lane's operation. */
export function entryToSubject(entry: ListedEntry, { texts, formats }: LabVoice): string {
  const amount = requestToAmount(entry.request)
  return texts.timeline.subject({
    kind: texts.kinds[entry.kind],
    amount: amount === undefined ? '' : formats.money(amount),
    cards: formats.list(entry.cards.length > 0 ? entry.cards : [findOrder(entry.request)]),
  })
}

/** The life of an operation in one sentence. */
export function entryToSentence(entry: ListedEntry, voice: LabVoice, now: Date): string {
  const { texts, formats } = voice
  const { timeline } = texts
  const sent = entry.history.filter(isAttempt).length
  const decisions = entry.history.filter(({ by, what }) => by !== undefined && what !== 'rung-up').length
  const end = (entry.state === 'settled' ? entry.settledAt : undefined) ?? entry.history.at(-1)?.at
  const steps = [
    entry.createdAt ? timeline.rungUp(formats.time(entry.createdAt, now)) : '',
    sent === 0 && entry.state === 'sending' ? '' : timeline.sent(sent, formats.whole(sent)),
    decisions === 0 ? '' : timeline.person(decisions, formats.whole(decisions)),
    timeline.states[entry.state](end ? formats.time(end, now) : ''),
  ]
  return timeline.sentence({ subject: entryToSubject(entry, voice), steps: formats.list(steps) })
}

function findOrder(request: object): string {
  const { OrderID: order, ExternalOrderID: external } = request as {
    OrderID?: number
    ExternalOrderID?: string
  }
  return String(order ?? external ?? '')
}
