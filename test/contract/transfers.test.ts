import { describeTransfers } from './transfers.js'

describeTransfers('fake-indexeddb in Node')
