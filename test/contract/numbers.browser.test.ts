import { describeNumbers } from './numbers.js'

describeNumbers('the IndexedDB of a real browser')
