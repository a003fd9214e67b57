import { noteEvents, type ListedEntry } from '../../domain/entry.js'
import { errorToWords } from '../error-words.js'
import { findCards } from '../../domain/lanes.js'
import type { LookUpAnswer } from '../../till/attention.js'
import type { CardBalance } from '../../till/balance.js'
import type { Till } from '../../till/till.js'
import { askApproval, type Approve } from '../approve.js'
import type { Voice } from '../element.js'
import { findName, noteName } from '../person.js'

/** What the till and the service know about the cards of an entry. */
export interface Findings {
  /** The whole codes, once a person has asked for them. */
  cards?: readonly string[]
  balances?: readonly (CardBalance | undefined)[]
  /** The last settled operation of these cards; undefined if there is none. */
  last?: { entry: ListedEntry | undefined }
  /** The operations that wait behind the entry. */
  behind?: readonly ListedEntry[]
  answer?: LookUpAnswer
  isAsking: boolean
  fault: string
}

/** What the evidence needs of its element. */
export interface EvidenceDeps {
  till: () => Till | undefined
  voice: () => Voice
  operator: () => string | undefined
  approve: () => Approve | undefined
  onChange: () => void
  /** Called when something was added to an entry's history. */
  onNoted: (entry: ListedEntry) => Promise<void>
}

const behindMax = 1_000

/** The findings of one opening, about an entry as it stood with so many lines in its history. */
interface Opened extends Findings {
  opening: number
  lines: number
}

/** Whether anything can be found out about an entry. */
export function hasEvidence({ cards }: ListedEntry, till: Till | undefined): boolean {
  return cards.length > 0 || till?.attention.lookUp !== undefined
}

/** Whether a person's look at an entry can be recorded. */
export function isNotable(entry: ListedEntry): boolean {
  return entry.state === 'parked' && entry.reason !== 'moved' && entry.reason !== 'unreadable'
}

/** Finds out what is known about the cards of entries, as far as a person asks for it. */
export class Evidence {
  readonly #deps: EvidenceDeps
  #open: ReadonlyMap<string, Opened> = new Map()
  #openings = 0

  constructor(deps: EvidenceDeps) {
    this.#deps = deps
  }

  /** The findings about an entry; undefined until a person asks, and once something else has happened to it. */
  of(entry: ListedEntry): Findings | undefined {
    return this.#find(entry)
  }

  #find(entry: ListedEntry): Opened | undefined {
    const found = this.#open.get(entry.id)
    return found && isOnlyLookedAt(entry, found.lines) ? found : undefined
  }

  /** Whether a name must be written before a look is recorded. */
  get isNameNeeded(): boolean {
    return !this.#deps.approve() && findName(this.#deps.operator()).trim() === ''
  }

  /** Opens the findings about an entry and reads what needs no person, or closes them. */
  async toggle(entry: ListedEntry, isOpen: boolean): Promise<void> {
    const till = this.#deps.till()
    if (!till || isOpen === (this.of(entry) !== undefined)) return
    this.#openings += 1
    const opened = { opening: this.#openings, lines: entry.history.length, isAsking: false, fault: '' }
    const others = [...this.#open].filter(([id]) => id !== entry.id)
    this.#open = new Map(isOpen ? [...others, [entry.id, opened]] : others)
    this.#deps.onChange()
    if (!isOpen) return
    const codes = entry.kind === 'unknown' ? [] : findCards(entry.kind, entry.request)
    const note = this.#createNote(entry, opened)
    await Promise.all([this.#readJournal(till, entry, codes, note), this.#readBalances(till, codes, note)])
  }

  async showCards(entry: ListedEntry, typed: string): Promise<void> {
    await this.#look('show-cards', entry, typed, async ({ attention }, by) => ({
      cards: await attention.showCards(entry.id, { by }),
    }))
  }

  async lookUp(entry: ListedEntry, typed: string): Promise<void> {
    await this.#look('look-up', entry, typed, async ({ attention }, by) => {
      const answer = await attention.lookUp?.(entry.id, { by })
      return answer ? { answer } : {}
    })
  }

  async #look(
    act: 'show-cards' | 'look-up',
    entry: ListedEntry,
    typed: string,
    look: (till: Till, by: string) => Promise<Partial<Findings>>,
  ): Promise<void> {
    const till = this.#deps.till()
    const opened = this.#find(entry)
    if (!till || !opened || opened.isAsking) return
    const { texts } = this.#deps.voice()
    const note = this.#createNote(entry, opened)
    note({ isAsking: true, fault: '' })
    try {
      const by = await this.#findName(act, entry, typed)
      if (by === undefined) {
        const fault = this.#deps.approve() ? texts.desk.notApproved : texts.act.nameNeeded
        note({ isAsking: false, fault })
        return
      }
      const found = await look(till, by)
      const now = await till.entry(entry.id)
      // The list comes first: an act that follows from the answer must be on the entry with its new line. One to which
      // anything else has happened is another one than the person sees.
      if (now && isOnlyLookedAt(now, opened.lines)) await this.#deps.onNoted(now)
      note({ ...found, isAsking: false })
    } catch (error) {
      note({ isAsking: false, fault: texts.act.failed(errorToWords(error, this.#deps.voice())) })
    }
  }

  async #findName(
    act: 'show-cards' | 'look-up',
    { id }: ListedEntry,
    typed: string,
  ): Promise<string | undefined> {
    const approve = this.#deps.approve()
    if (approve) return askApproval(approve, { act, ids: [id] })
    const operator = this.#deps.operator()
    const known = findName(operator).trim()
    const name = known === '' ? typed.trim() : known
    if (name !== '') noteName(name, operator)
    return name === '' ? undefined : name
  }

  async #readJournal(till: Till, entry: ListedEntry, codes: readonly string[], note: Note): Promise<void> {
    try {
      const settled = await Promise.all(
        codes.map((card) => till.entries({ card, state: 'settled', limit: 1 })),
      )
      const queued = await Promise.all(
        codes.map((card) => till.entries({ card, state: 'queued', limit: behindMax })),
      )
      const behind = new Map(
        queued
          .flat()
          .filter((one) => isLater(one, entry))
          .map((one) => [one.id, one]),
      )
      note({ last: { entry: findNewest(settled.flat()) }, behind: [...behind.values()] })
    } catch (error) {
      note({ fault: this.#deps.voice().texts.desk.notRead(errorToWords(error, this.#deps.voice())) })
    }
  }

  async #readBalances(till: Till, codes: readonly string[], note: Note): Promise<void> {
    if (!till.balance) return
    const balances = await Promise.all(
      // A balance that cannot be read is said so in its place.
      codes.map(async (card) => till.balance?.(card).catch(() => undefined)),
    )
    note({ balances })
  }

  /** Adds findings to those of one opening, unless the person has closed it meanwhile. */
  #createNote({ id }: ListedEntry, { opening }: Opened): Note {
    return (found) => {
      const opened = this.#open.get(id)
      if (opened?.opening !== opening) return
      this.#open = new Map([...this.#open, [id, { ...opened, ...found }]])
      this.#deps.onChange()
    }
  }
}

type Note = (found: Partial<Opened>) => void

/** Whether nothing has happened to an entry since it had so many lines, but that somebody looked at it. */
function isOnlyLookedAt({ history }: ListedEntry, lines: number): boolean {
  return history.slice(lines).every(({ what }) => noteEvents.includes(what))
}

function isLater({ createdAt }: ListedEntry, { createdAt: since }: ListedEntry): boolean {
  return createdAt !== undefined && since !== undefined && createdAt >= since
}

function findNewest(entries: readonly ListedEntry[]): ListedEntry | undefined {
  const timeOf = ({ createdAt }: ListedEntry) => createdAt?.getTime() ?? 0
  return [...entries].sort((left, right) => timeOf(right) - timeOf(left))[0]
}
