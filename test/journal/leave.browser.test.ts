import { afterEach, expect, it } from 'vitest'
import { connect, type Connection } from '../../src/journal/store/connection.js'
import { freshName } from '../support/journals.js'

const connections: Connection[] = []
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
})

async function open(name: string): Promise<Connection> {
  const connection = await connect(name, { mayCreate: true, makeRoom: undefined })
  connections.push(connection)
  return connection
}

function tellPage(type: 'pagehide' | 'pageshow'): void {
  dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
}

it('takes nothing half done into the back-forward cache, where it locked every other tab out', async () => {
  const name = freshName()
  const { database } = await open(name)
  let isBegun = false
  let isAway = false
  const writing = database.transaction('rw', database.settings, async () => {
    await database.settings.put({ name: 'half', value: 1 })
    isBegun = true
    while (!isAway) await database.settings.get('half')
  })
  const ended = writing.then(
    () => 'done',
    () => 'undone',
  )
  await expect.poll(() => isBegun).toBe(true)
  tellPage('pagehide')
  isAway = true
  expect(await ended).toBe('undone')
  tellPage('pageshow')
  await expect.poll(() => database.isOpen()).toBe(true)
  expect(await database.settings.get('half')).toBeUndefined()
})
