import { setTimeout as delay } from 'node:timers/promises'
import { limitMs } from '../limit.js'
import type { Scene, Service } from '../stage.js'
import { median } from '../stats.js'
import { noteLongestTask, play, type Section } from './section.js'

const warmUps = 30
const keptEach = 100
const times = 20
const atOnce = 10
const waiting = 1_000
const latencyMs = 20

export const meanwhileTitles = {
  alone: 'ring up with the line down, median',
  ten: `ring up ${atOnce} while a strict commit is under way, until the last is kept, median`,
  held: 'ring up while held back, median',
  delivering: 'ring up while delivery runs, median',
  task: 'longest task, ring up while delivery runs',
}

const titles = meanwhileTitles

export const meanwhile: Section = {
  name: 'meanwhile',
  title: 'Ringing up while something else goes on',
  means: `In one browser, one after the other: ${keptEach} refunds with the line **down**; ${times} times ${atOnce} at once **while the strict commit** of one before them is under way, from the moment at which that was asked to commit; ${keptEach} while a person has paused the till and the line is there (**held back**); and ${keptEach} **while delivery runs**, ${waiting.toLocaleString('en')} of them to a service that takes ${latencyMs} ms over each.`,
  rows: Object.values(titles).map((title) => ({ title, unit: 'ms' })),
  cast: (setting) => (setting === 'firefox' || setting === 'webkit' ? [] : ['counterfoil']),
  async play(name, bench) {
    const { service, table, round, say } = bench
    await play(name, bench, async (scene) => {
      const rings = createRings(scene)
      await scene.call('opened')
      await rings.ring(warmUps)
      const alone = await rings.ring(keptEach)
      table.note(titles.alone, name, round, median(alone))
      const ten = await rings.ringDuringCommit()
      table.note(titles.ten, name, round, median(ten))
      // An earlier scene may have ended while it delivered.
      await service.count()
      await scene.call('holdBack')
      service.set({ isDown: false, latencyMs })
      const held = await rings.ring(keptEach)
      table.note(titles.held, name, round, median(held))
      if ((await service.count()) > 0) throw new Error('what was held back was delivered')
      const delivering = await ringWhileDelivering(scene, service, rings)
      table.note(titles.delivering, name, round, median(delivering))
      await noteLongestTask(titles.task, name, bench, scene)
      say(
        `${name} keeps one in ${median(alone).toFixed(2)} ms, held back in ${median(held).toFixed(2)} ms, while it delivers in ${median(delivering).toFixed(2)} ms; ten at once in ${median(ten).toFixed(2)} ms`,
      )
    })
  },
}

interface Rings {
  ring: (count: number) => Promise<number[]>
  ringDuringCommit: () => Promise<number[]>
  ringAtOnce: (count: number) => Promise<void>
}

/** Refunds on new cards and with new numbers each time. */
function createRings({ call }: Scene): Rings {
  let next = 0
  const take = async (count: number) => {
    const from = next
    next += count
    await call('ready', from, count)
    return from
  }
  return {
    ring: async (count) => call('keepEach', await take(count), count, limitMs),
    ringDuringCommit: async () => call('keepDuringCommit', await take(times * (1 + atOnce)), times, atOnce),
    async ringAtOnce(count) {
      await call('keepBurst', await take(count), count)
    },
  }
}

/** So much waits that delivery outlasts what is measured. */
async function ringWhileDelivering(
  { call }: Scene,
  service: Service,
  { ring, ringAtOnce }: Rings,
): Promise<number[]> {
  await ringAtOnce(waiting)
  await call('longestTask')
  const course: { isOver: boolean; error?: unknown } = { isOver: false }
  // The browser is taken away in the midst of it.
  call('deliver').then(
    () => {
      course.isOver = true
    },
    (error: unknown) => {
      Object.assign(course, { isOver: true, error })
    },
  )
  while ((await service.count()) === 0 && !course.isOver) await delay(10)
  const taken = await ring(keptEach)
  if (course.isOver || (await service.count()) === 0)
    throw new Error('delivery did not last as long as ringing up', { cause: course.error })
  return taken
}
