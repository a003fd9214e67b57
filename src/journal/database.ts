import { Dexie, type Table } from 'dexie'
import type { Hold, Pause, PauseScope } from '../domain/outcome.js'
import type {
  BodyRow,
  CounterRow,
  EntryRow,
  HistoryRow,
  ImportRow,
  KeysRow,
  NumberRow,
  ReceiptRow,
  RunRow,
  SettingRow,
  TallyRow,
  ValidatorsRow,
} from './rows.js'
import { passOneByOne } from './turnstile.js'

type Unnumbered<Row, Key extends keyof Row> = Omit<Row, Key>

/** One database per till profile. Small hot rows apart from bodies, so that a look at the queue stays cheap. */
export class Database extends Dexie {
  declare readonly entries: Table<EntryRow, number, Unnumbered<EntryRow, 'place'>>
  declare readonly bodies: Table<BodyRow, string>
  declare readonly receipts: Table<ReceiptRow, number, Unnumbered<ReceiptRow, 'n'>>
  declare readonly history: Table<HistoryRow, number, Unnumbered<HistoryRow, 'n'>>
  declare readonly pauses: Table<Pause | Hold, PauseScope | Hold['scope']>
  declare readonly runs: Table<RunRow, string>
  declare readonly validators: Table<ValidatorsRow, string>
  declare readonly settings: Table<SettingRow, string>
  declare readonly keys: Table<KeysRow, string>
  declare readonly tallies: Table<TallyRow, string>
  declare readonly counters: Table<CounterRow, string>
  declare readonly numbers: Table<NumberRow, [string, number]>
  declare readonly imports: Table<ImportRow, string>

  /** Never opened by a mere use of it: what was deleted under the page would come back empty. */
  constructor(name: string, indexedDB: IDBFactory) {
    super(name, { chromeTransactionDurability: 'strict', autoOpen: false, indexedDB })
    passOneByOne(this)
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
      // Sealing cannot happen inside a transaction: the rows follow once the database is open.
      .upgrade((transaction) => transaction.table('settings').put({ name: 'formatBehind', value: 1 }))
  }
}
