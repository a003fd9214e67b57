import { measureBundle, measureRooms, type Outside, type RoomWeight } from '../../../sizes/bundle.js'
import { parts, type PartTitle } from '../../../sizes/sizes.js'
import { contenderNames, type ContenderName } from '../contenders.js'
import type { Section } from './section.js'

export const weightTitles = {
  first: 'the page until it can ring up, beyond what apps may share',
  page: 'the page, beyond what apps may share',
  worker: 'the worker, beyond what apps may share',
  wholePage: 'the page, all of it',
  wholeWorker: 'the worker, all of it',
}

const ownRooms = ['journal', 'till', 'domain', 'decide', 'replay', 'platform', 'transport', 'entries']

/** The parts of our page and worker whose sizes are given: folders of `src`, and their dependencies. */
const rooms: Partial<Record<string, readonly string[]>> = {
  [weightTitles.page]: [...ownRooms, 'ky'],
  [weightTitles.worker]: [...ownRooms.filter((room) => room !== 'till'), 'superstruct'],
}

const roomTitle = (row: string, room: string) => `${row}: ${room}`

interface Piece {
  row: string
  code: string
  outside: Outside
  /** A module that is loaded when all else is, and does not count. */
  later?: readonly string[]
}

/** What an app imports for what the bench asks of it. */
const pieces: Record<ContenderName, readonly Piece[]> = {
  counterfoil: [
    toPiece(weightTitles.first, 'page, the same until it can ring up'),
    toPiece(weightTitles.page, 'page, beyond Dexie, Superstruct and workbox-window'),
    toPiece(weightTitles.worker, 'worker, beyond Dexie and ky'),
    toPiece(weightTitles.wholePage, 'page, all of it'),
    toPiece(weightTitles.wholeWorker, 'worker, all of it'),
  ],
  raw: [],
  workbox: [weightTitles.worker, weightTitles.wholeWorker].map((row) => ({
    row,
    code: `import { Queue } from 'workbox-background-sync'; globalThis.used = Queue`,
    outside: [],
  })),
  tanstack: inPage(
    `import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
     import { IndexedDBAdapter, startOfflineExecutor } from '@tanstack/offline-transactions'
     globalThis.used = [createCollection, localOnlyCollectionOptions, IndexedDBAdapter, startOfflineExecutor]`,
    [],
  ),
  rxdb: inPage(
    `import { createRxDatabase } from 'rxdb'
     import { replicateRxCollection } from 'rxdb/plugins/replication'
     import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
     globalThis.used = [createRxDatabase, replicateRxCollection, getRxStorageDexie]`,
    ['dexie', /^rxjs/],
  ),
}

export const weight: Section = {
  name: 'weight',
  title: 'What an app ships',
  means:
    'An entry that imports what the bench uses of each, built by Vite as one file, minified and gzipped. What apps may share is left outside where it says so: Dexie, Superstruct and workbox-window of our page, Dexie and ky of our worker, Dexie and RxJS of RxDB. For ours the size of each room is given as well, as its share of the whole by how long it is once minified. (`npm run sizes` holds ours under a ceiling.)',
  rows: Object.values(weightTitles)
    .flatMap((row) => [row, ...(rooms[row] ?? []).map((room) => roomTitle(row, room))])
    .map((title) => ({ title, unit: 'kB' })),
  cast: (setting, round) => (setting === 'leveldb' && round === 0 ? contenderNames : []),
  async play(name, { table, round }) {
    for (const { row, code, outside, later } of pieces[name]) {
      table.note(row, name, round, (await measureBundle(code, outside, later)) / 1_000)
      if (name !== 'counterfoil' || !rooms[row]) continue
      const weights = sumByFolder(await measureRooms(code, outside))
      for (const [room, bytes] of weights) {
        if (rooms[row].includes(room)) table.note(roomTitle(row, room), name, round, bytes / 1_000)
      }
    }
  },
}

/** The rooms of the journal count together. */
function sumByFolder(weights: ReadonlyMap<string, RoomWeight>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [room, { first, later }] of weights) {
    const [folder = room] = room.split('/')
    sums.set(folder, (sums.get(folder) ?? 0) + first + later)
  }
  return sums
}

function toPiece(row: string, title: PartTitle): Piece {
  const part = parts.find((part) => part.title === title)
  if (!part) throw new Error(`no part is called ${title}`)
  return { row, code: part.code, outside: part.outside, ...('later' in part && { later: part.later }) }
}

function inPage(code: string, outside: Outside): Piece[] {
  return [
    { row: weightTitles.page, code, outside },
    { row: weightTitles.wholePage, code, outside: [] },
  ]
}
