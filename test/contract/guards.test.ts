import { describeGuards } from './guards.js'

describeGuards('fake-indexeddb in Node')
