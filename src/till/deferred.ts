import { LoadFailed } from '../domain/errors.js'
import type { Replayer } from '../replay/replayer.js'

/**
 * A replayer whose code is a separate file. It is loaded at once, while the line is there, and again at every wake
 * after a failure; saving an operation does not wait for it.
 */
export function createDeferredReplayer(load: () => Promise<Replayer>): Replayer {
  let loading: Promise<Replayer> | undefined
  let loaded: Replayer | undefined
  let isHalted = false

  async function fetch(): Promise<Replayer> {
    try {
      loaded = await load()
    } catch (error) {
      loading = undefined
      throw new LoadFailed('replay', error)
    }
    if (isHalted) void loaded.halt()
    return loaded
  }

  function find(): Promise<Replayer> {
    loading ??= fetch()
    return loading
  }

  // The failure is reported to the caller that needs the replayer.
  find().catch(() => undefined)
  return {
    async wake(request) {
      return (await find()).wake(request)
    },
    async halt() {
      isHalted = true
      await loaded?.halt()
    },
    resume() {
      isHalted = false
      loaded?.resume()
    },
    async still(work) {
      return (await find()).still(work)
    },
  }
}
