import { describeTransfers } from './transfers.js'

describeTransfers('the IndexedDB of a real browser')
