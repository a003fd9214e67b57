import { describeDays } from './days.js'

describeDays('fake-indexeddb in Node')
