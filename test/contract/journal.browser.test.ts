import { describeJournal } from './journal.js'

describeJournal('the IndexedDB of a real browser')
