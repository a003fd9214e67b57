import { parkReasons, type ListedEntry, type ParkReason } from '../../domain/entry.js'
import { findCards } from '../../domain/lanes.js'

export const groupings = ['time', 'reason', 'card'] as const
/** The order of the list: newest first, or in groups. */
export type Grouping = (typeof groupings)[number]

/** What a person wants to see of the list. */
export interface Selection {
  reason: ParkReason | undefined
  /** A card, or its last digits. */
  card: string
  grouping: Grouping
}

export const openSelection: Selection = { reason: undefined, card: '', grouping: 'time' }

/** Whether a selection leaves something out. */
export function isNarrow({ reason, card }: Selection): boolean {
  return reason !== undefined || card.trim() !== ''
}

export function isWanted(entry: ListedEntry, { reason, card }: Selection): boolean {
  const ending = card.replaceAll(/[\s…•*.-]/g, '')
  return (
    (reason === undefined || (entry.state === 'parked' && entry.reason === reason)) &&
    (ending === '' || listCodes(entry).some((code) => code.endsWith(ending)))
  )
}

/** The whole codes of an entry's cards; of an unreadable one, what is left of them. */
function listCodes({ kind, request, cards }: ListedEntry): readonly string[] {
  return kind === 'unknown' ? cards : findCards(kind, request)
}

/** The group of an entry; the reasons come in their own order. */
export function entryToGroup(entry: ListedEntry, grouping: Grouping): string {
  switch (grouping) {
    case 'time':
      return ''
    case 'reason':
      return entry.state === 'parked' ? entry.reason : ''
    case 'card':
      return listCodes(entry)[0] ?? ''
  }
}

/** Brings entries of a group together; groups stand in the order of their newest entry, reasons in their own. */
export function arrangeEntries(
  entries: readonly ListedEntry[],
  { grouping }: Selection,
): readonly ListedEntry[] {
  if (grouping === 'time') return entries
  const groups = [...new Set(entries.map((entry) => entryToGroup(entry, grouping)))]
  const known: readonly string[] = grouping === 'reason' ? parkReasons : groups
  return known.flatMap((group) => entries.filter((entry) => entryToGroup(entry, grouping) === group))
}

export interface Group {
  group: string
  /** Those on this page. */
  entries: readonly ListedEntry[]
  /** Those on the other pages too. */
  all: readonly ListedEntry[]
}

/** The entries of each group on a page, in the order in which they come. */
export function splitGroups(
  entries: readonly ListedEntry[],
  all: readonly ListedEntry[],
  grouping: Grouping,
): Group[] {
  const groups = [...new Set(entries.map((entry) => entryToGroup(entry, grouping)))]
  const listOf = (group: string, from: readonly ListedEntry[]) =>
    from.filter((entry) => entryToGroup(entry, grouping) === group)
  return groups.map((group) => ({ group, entries: listOf(group, entries), all: listOf(group, all) }))
}
