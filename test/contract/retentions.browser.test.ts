import { describeRetentions } from './retentions.js'

describeRetentions('the IndexedDB of a real browser')
