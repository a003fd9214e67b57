export { entryToEscpos, type EscposOptions, type PaperColumns } from './escpos/escpos.js'
