import type { ListedEntry } from '../../domain/entry.js'
import type { EntryFilter } from '../../journal/views/index.js'
import type { Till } from '../../till/till.js'
import {
  endsSo,
  isAsked,
  questionToNarrowing,
  textToMeanings,
  type Meanings,
  type Question,
} from './filter.js'
import type { Batch, Source } from './source.js'

/** The maximum of exact matches, which have an index; endings have none. */
const exactMax = 500
const lookSize = 200
/** The number of entries searched at once; the search goes further back only on request. */
const lookedMax = 2_000
const headSize = 50

/** Searches for a text: exact matches first, then matches of the ending, newest first. */
export function createSearchSource(till: Till, question: Question): Source {
  const meanings = textToMeanings(question.text)
  const { ending } = meanings
  const look = createLook(till, question)
  let isExactDone = false
  let cursor: string | undefined
  let lookedTo: Date | undefined
  let looked = 0
  let hasLooked = false

  async function more(known: readonly string[]): Promise<Batch> {
    if (!isExactDone) {
      const { entries, isEnough } = await findExactly(till, meanings, question)
      isExactDone = true
      return { entries, isEnd: isEnough || ending === undefined }
    }
    const seen = new Set(known)
    // Reading one more entry shows whether there are others behind.
    const read = await look(cursor, lookSize + 1)
    hasLooked = true
    const page = read.slice(0, lookSize)
    cursor = page.at(-1)?.id ?? cursor
    lookedTo = page.at(-1)?.createdAt ?? lookedTo
    looked += page.length
    const isEnd = read.length <= lookSize
    const isPaused = !isEnd && looked >= lookedMax
    if (isPaused) looked = 0
    return {
      entries: page.filter((entry) => !seen.has(entry.id) && fits(entry, ending, question)),
      isEnd,
      isPaused,
      ...(lookedTo && { lookedTo }),
    }
  }

  return {
    more,
    renew: createRenewal(till, question),
    async head(known) {
      if (!isExactDone) return { ids: known, entries: [] }
      const { entries, isEnough } = await findExactly(till, meanings, question)
      // Until the first look for endings, none of them may come before an exact match.
      const newest = hasLooked && !isEnough && ending !== undefined ? await look(undefined, headSize) : []
      const found = [...newest.filter((entry) => fits(entry, ending, question)), ...entries]
      const seen = new Set(known)
      const fresh = found.filter(
        ({ id }, index) => !seen.has(id) && found.findIndex((one) => one.id === id) === index,
      )
      return { ids: [...fresh.map(({ id }) => id), ...known], entries: found }
    },
  }
}

/** Reads a span of the known entries again, without those that are not asked for any more. */
function createRenewal(till: Till, question: Question): Source['renew'] {
  return async (known, { from, to }) => {
    const span = known.slice(from, to)
    const read = await Promise.all(span.map((id) => till.entry(id)))
    const entries = read.flatMap((entry) => (entry && isAsked(entry, question) ? entry : []))
    const kept = new Set(entries.map(({ id }) => id))
    const ids = [...known.slice(0, from), ...span.filter((id) => kept.has(id)), ...known.slice(to)]
    return { ids, entries }
  }
}

function fits(entry: ListedEntry, ending: string | undefined, question: Question): boolean {
  return ending !== undefined && isAsked(entry, question) && endsSo(entry, ending)
}

function createLook(till: Till, question: Question) {
  const { standing } = question
  const state =
    standing === 'settled' || standing === 'parked' || standing === 'voided' ? standing : undefined
  const filter: EntryFilter = { ...questionToNarrowing(question), ...(state && { state }) }
  return (after: string | undefined, limit: number) =>
    till.entries({ ...filter, limit, ...(after !== undefined && { after }) })
}

/** The exact matches; no further search if the text cannot mean anything else. */
async function findExactly(
  till: Till,
  { id, number, card }: Meanings,
  question: Question,
): Promise<{ entries: ListedEntry[]; isEnough: boolean }> {
  const [byId, byNumber, byCard] = await Promise.all([
    id === undefined ? undefined : till.entry(id),
    number === undefined ? [] : till.receipts({ number, limit: exactMax }),
    card === undefined ? [] : till.entries({ ...questionToNarrowing(question), card, limit: exactMax }),
  ])
  const found = [byId, ...byNumber.map(({ entry }) => entry), ...byCard].flatMap((entry) => entry ?? [])
  const asked = new Map(found.filter((entry) => isAsked(entry, question)).map((entry) => [entry.id, entry]))
  return {
    entries: [...asked.values()],
    isEnough: byId !== undefined || (byCard.length > 0 && byCard.length < exactMax),
  }
}
