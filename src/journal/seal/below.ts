// What this room uses of the rooms below it.

export {
  type BodyRow,
  type Database,
  type EntryRow,
  findRow,
  type HistoryRow,
  isSoundBody,
  isSoundEntry,
  isSoundLine,
  type KeysRow,
  kindOf,
  nameOf,
  rowFormat,
  type SettingRow,
  unreadableState,
} from '../store/index.js'
