import { describeRetentions } from './retentions.js'

describeRetentions('fake-indexeddb in Node')
