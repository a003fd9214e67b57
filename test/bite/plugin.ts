import type { Plugin } from 'vite'
import { sep } from 'node:path'
import type { PlantedFault } from './fault.js'

/** How often a text stands in another. */
export function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Plants a fault where the file is loaded; what lies on disk stays as it is. */
export function plantFault({ name, file, from, to }: PlantedFault): Plugin {
  return {
    name: 'counterfoil-planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.replaceAll(sep, '/').endsWith(`/${file}`)) return undefined
      if (countOf(code, from) !== 1)
        throw new Error(`${name}: its text stands ${countOf(code, from)} times in ${file}`)
      return { code: code.replace(from, () => to), map: null }
    },
  }
}
