import type { Replayer } from '../replay/replayer.js'

/**
 * A replayer whose code comes in a file of its own. It is asked for at once, so that it is there before the line
 * goes, and again at every wake as long as it could not be had; nobody who rings up waits for it.
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
      throw error
    }
    if (isHalted) void loaded.halt()
    return loaded
  }

  function find(): Promise<Replayer> {
    loading ??= fetch()
    return loading
  }

  // Whoever needs it hears that it could not be had.
  find().catch(() => undefined)
  return {
    async wake(wish) {
      return (await find()).wake(wish)
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
