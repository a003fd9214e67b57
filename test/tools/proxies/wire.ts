import { startRelay, type Passing, type Relay } from './streams.js'

/** A moment in a transaction: before a statement reaches the database, or after it, with the answer lost. */
export interface Moment {
  statement: number
  when: 'before' | 'after'
}

/** The way from an instance to its database, on which the instance can be made to die at a given statement. */
export interface Wire {
  port: number
  /** Calls back when a transaction has come to this moment; until then the connection is left alone. */
  arm: (moment: Moment, strike: (at: string) => void) => void
  close: () => void
}

/** `pg` sends one statement at a time: a chunk that begins with a query, or with one that is to be prepared. */
const begins = ['Q', 'P'].map((letter) => letter.charCodeAt(0))

/** An instance that is still starting is spared: it makes its tables then, and serves nobody. */
export async function openWire(database: number, isServing: () => boolean): Promise<Wire> {
  let armed: { moment: Moment; strike: (at: string) => void } | undefined
  const relay: Relay = await startRelay(database, () => {
    let statements = 0
    let isDead = false
    return {
      toServer(chunk, passing) {
        if (isDead) return false
        if (!begins.includes(chunk[0] ?? 0)) return true
        const text = chunk.toString('latin1')
        statements = text.includes('begin isolation') ? 1 : statements + 1
        if (armed?.moment.statement !== statements || !isServing()) return true
        const { moment, strike } = armed
        armed = undefined
        isDead = true
        if (moment.when === 'after') passing.server.write(chunk)
        die(passing)
        strike(`${moment.when} ${nameStatement(text)}`)
        return false
      },
      toClient: () => !isDead,
    }
  })
  return {
    port: relay.port,
    arm(moment, strike) {
      armed = { moment, strike }
    },
    close: relay.close,
  }
}

/** The database has read what was sent, and then finds nobody there. */
function die({ client, server }: Passing): void {
  server.removeAllListeners('data')
  server.resume()
  server.end()
  client.removeAllListeners('data')
  client.resume()
}

function nameStatement(text: string): string {
  return (
    /(begin|commit|rollback|select set_config|insert into \w+|update \w+|select)/.exec(text)?.[1] ?? 'other'
  )
}
