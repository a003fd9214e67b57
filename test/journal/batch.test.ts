import { describeBatch } from './batch.js'

describeBatch('a made-up IndexedDB')
