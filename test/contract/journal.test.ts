import { describeJournal } from './journal.js'

describeJournal('fake-indexeddb in Node')
