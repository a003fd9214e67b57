import { Dexie, type Table, type Transaction } from 'dexie'
import type { ManualPause, Pause, PauseScope } from '../../domain/outcome.js'
import {
  type BodyRow,
  type CounterRow,
  type EntryRow,
  type HandOverRow,
  type HistoryRow,
  type ImportRow,
  type KeysRow,
  lanesBehind,
  type NumberRow,
  type ReceiptRow,
  receiptsFiled,
  type RunRow,
  type SettingRow,
  type TallyRow,
  type ValidatorsRow,
} from './rows.js'
import { useSingleWriter } from './single-writer.js'

/** Until then a tally counted every entry. */
async function countUpToLast(transaction: Transaction): Promise<void> {
  const upTo = await findLast(transaction)
  await transaction.table('tallies').toCollection().modify({ upTo })
}

/** Until then a receipt was filed with its entry. */
async function noteFiled(transaction: Transaction): Promise<void> {
  const value = await findLast(transaction)
  await transaction.table('settings').put({ name: receiptsFiled, value })
}

async function findLast(transaction: Transaction): Promise<number> {
  const entries = transaction.table<EntryRow, number>('entries')
  const [last = 0] = await entries.toCollection().reverse().limit(1).primaryKeys()
  return last
}

type Unnumbered<Row, Key extends keyof Row> = Omit<Row, Key>

/** One database per till. Small rows lie apart from the bodies, so that reading the queue stays cheap. */
export class Database extends Dexie {
  declare readonly entries: Table<EntryRow, number, Unnumbered<EntryRow, 'place'>>
  declare readonly bodies: Table<BodyRow, string>
  declare readonly receipts: Table<ReceiptRow, number, Unnumbered<ReceiptRow, 'n'>>
  declare readonly history: Table<HistoryRow, number, Unnumbered<HistoryRow, 'n'>>
  declare readonly pauses: Table<Pause | ManualPause, PauseScope | ManualPause['scope']>
  declare readonly runs: Table<RunRow, string>
  declare readonly validators: Table<ValidatorsRow, string>
  declare readonly settings: Table<SettingRow, string>
  declare readonly keys: Table<KeysRow, string>
  declare readonly tallies: Table<TallyRow, string>
  declare readonly counters: Table<CounterRow, string>
  declare readonly numbers: Table<NumberRow, [string, number]>
  declare readonly imports: Table<ImportRow, string>
  declare readonly handOvers: Table<HandOverRow, string>

  /** A mere use never opens the database: if it was deleted under the page, an empty one would take its place. */
  constructor(name: string, indexedDB: IDBFactory) {
    super(name, { chromeTransactionDurability: 'strict', autoOpen: false, indexedDB })
    useSingleWriter(this)
    this.version(1).stores({
      entries: '++place, &id, [state+place], [kind+dueAt], *lanes, *codes',
      bodies: 'id',
      receipts: '++n, &id, number',
      history: '++n, id',
      pauses: 'scope',
      runs: 'name',
      validators: 'card',
      settings: 'name',
    })
    this.version(2)
      .stores({
        entries:
          '++place, &id, [state+place], [kind+dueAt], [kind+place], *lanes, *codes, *prints, createdAt, waitingSince, endedAt, personalSince',
        receipts: '++n, &id, number, issuedAt',
        keys: 'name',
        tallies: 'name',
        counters: 'sender',
        numbers: '[sender+number]',
        imports: 'id',
      })
      // WebCrypto cannot be used inside a transaction: the rows are sealed once the database is open.
      .upgrade((transaction) => transaction.table('settings').put({ name: 'formatBehind', value: 1 }))
    // Rows have fields that version 2 does not know: a tab that still runs version 2 closes before it misreads them.
    this.version(3)
      .stores({ handOvers: 'file' })
      .upgrade((transaction) => transaction.table('settings').put({ name: lanesBehind, value: true }))
    // A tally counts up to a place only: a release that knows version 3 would read it as the whole.
    this.version(4).upgrade((transaction) => countUpToLast(transaction))
    // New receipts and used numbers stay with their entries for a while: older releases would not find them.
    this.version(5).upgrade((transaction) => noteFiled(transaction))
  }
}
