import { describeChains } from './chains.js'

describeChains('fake-indexeddb in Node')
