import { describeGuards } from './guards.js'

describeGuards('the IndexedDB of a real browser')
