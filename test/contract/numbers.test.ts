import { describeNumbers } from './numbers.js'

describeNumbers('fake-indexeddb in Node')
