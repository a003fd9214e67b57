import { clock, delay } from './clock.js'

/** The browser runs one writing transaction at a time: saving an operation goes before a run's turn. */
export interface RightOfWay {
  /** Runs work of a person at the counter. */
  take: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Waits while another tab or this one saves an operation, but never for long. */
  give: () => Promise<void>
  close: () => void
}

/** Saving counts as over after this time: its page may have died. */
const servingMsMax = 25
/** The time in which the next operation of a series begins. */
const betweenMs = 4
/** The longest wait, so that delivery goes on during a long series. */
const waitMsMax = 50
/** A run that gives way says that it is there this often; without one, saving sends no signals. */
const turnEveryMs = 250
/** How long such a run counts as there. */
const runMsMax = 1_000

type Signal = 'begin' | 'end' | 'turn'

/** Shared by the tabs and the worker of one till, by its name. */
export function createRightOfWay(name: string): RightOfWay {
  let channel = openChannel(`counterfoil:${name}:counter`)
  let servingUntil = 0
  let runUntil = 0
  let turnAt = -Infinity
  let serving = 0
  let ownUntil = 0
  const note = (signal: unknown) => {
    if (signal === 'turn') runUntil = clock.ticks() + runMsMax
    else servingUntil = clock.ticks() + (signal === 'begin' ? servingMsMax : betweenMs)
  }
  const announce = (signal: Signal) => {
    note(signal)
    // A signal costs as much as a tenth of saving.
    if (signal === 'turn' || clock.ticks() < runUntil) channel?.postMessage(signal)
  }
  if (channel) {
    channel.onmessage = ({ data }) => {
      note(data)
      // A run that has just begun has not heard of what is being saved.
      if (data === 'turn' && serving > 0 && clock.ticks() < ownUntil) channel?.postMessage('begin')
    }
  }
  return {
    async take(work) {
      serving += 1
      ownUntil = clock.ticks() + servingMsMax
      announce('begin')
      try {
        return await work()
      } finally {
        serving -= 1
        if (serving === 0) announce('end')
      }
    },
    async give() {
      if (clock.ticks() - turnAt >= turnEveryMs) {
        turnAt = clock.ticks()
        announce('turn')
      }
      const until = clock.ticks() + waitMsMax
      for (let now = clock.ticks(); now < Math.min(servingUntil, until); now = clock.ticks()) {
        await delay(Math.min(servingUntil, until) - now)
      }
    },
    close() {
      channel?.close()
      channel = undefined
    },
  }
}

/** Without a channel each tab knows only its own operations. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(name)
    // In Node an open channel would keep the process alive.
    ;(channel as { unref?: () => void }).unref?.()
    return channel
  } catch {
    // The right of way saves time, and delivery does not depend on it.
    return undefined
  }
}
