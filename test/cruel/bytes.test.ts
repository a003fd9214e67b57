import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { endSocket } from './bytes.js'

it('a connection that is reset while it says farewell is closed: a day over a mobile line once came to no end', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const errors: unknown[] = []
  socket.on('error', (error) => errors.push(error))
  socket.end()
  await new Promise((resolve) => {
    process.nextTick(resolve)
  })
  const closed = once(socket, 'close')
  endSocket(socket, 'reset')
  await closed
  expect(errors).toEqual([])
  server.close()
})
