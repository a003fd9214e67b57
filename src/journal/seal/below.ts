// What this room uses of the rooms below it.

export {
  BodyRow,
  type Database,
  EntryRow,
  findRow,
  HistoryRow,
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
