import type { Lock } from '../ports.js'

/** One holder over all tabs and the worker; the browser takes it back when its holder dies. */
export function createLock(name: string): Lock {
  return {
    async hold(work) {
      return navigator.locks.request(`counterfoil:${name}`, work)
    },
  }
}
