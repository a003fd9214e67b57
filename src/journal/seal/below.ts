// What this room uses of the rooms below it.

export {
  BodyRow,
  type Database,
  EntryRow,
  findRow,
  HistoryRow,
  type KeysRow,
  rowFormat,
  type SettingRow,
} from '../store/index.js'
