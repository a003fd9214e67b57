import { readFileSync, existsSync } from 'node:fs'
import { createServer } from 'vite'
import { describe, expect, it } from 'vitest'
import { faults } from './faults.js'
import { countOf, plantFault } from './plugin.js'

describe('each planted fault', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    '"%s" stands where it says, once, and names a test',
    (_, { file, from, to, test }) => {
      expect(countOf(readFileSync(file, 'utf8'), from)).toBe(1)
      expect(to).not.toBe(from)
      expect(existsSync(test)).toBe(true)
    },
  )

  it('has a name of its own', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })
})

describe('the plugin', () => {
  const fault = {
    name: 'a wrong limit',
    file: 'src/decide/limits.ts',
    from: 'const hourMs = 3_600_000',
    to: 'const hourMs = 4_711_000',
    test: '',
  }
  const load = async (planted: typeof fault, path: string) => {
    const server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
      plugins: [plantFault(planted)],
    })
    try {
      return (await server.transformRequest(path, { ssr: true }))?.code ?? ''
    } finally {
      await server.close()
    }
  }

  it('plants it in its own file as that is loaded, and in no other', async () => {
    const planted = await load(fault, '/src/decide/limits.ts')
    expect([/4711e3|4_711_000|4711000/.test(planted), /3600000|36e5|3_600_000/.test(planted)]).toEqual([
      true,
      false,
    ])
    expect(await load(fault, '/src/decide/schedule.ts')).not.toContain('4_711_000')
    expect(readFileSync(fault.file, 'utf8')).toContain(fault.from)
  })

  it('says so where the text no longer stands there', async () => {
    await expect(load({ ...fault, from: 'nowhere' }, '/src/decide/limits.ts')).rejects.toThrow(
      'a wrong limit: its text stands 0 times in src/decide/limits.ts',
    )
  })
})
