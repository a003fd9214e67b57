import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { delay } from '../../../src/platform/clock.js'
import { findObstacle } from './promtool.js'

const program = process.env.PROMETHEUS ?? 'prometheus'

/** Why no Prometheus can be run here; undefined if one can. */
export const findPrometheusObstacle = () => findObstacle(program, 'Prometheus', 'PROMETHEUS')

/** A Prometheus that reads, evaluates and alarms by the configuration of the pack. */
export interface Prometheus {
  /** The names of the alerts that fire now. */
  readFiring: () => Promise<Set<string>>
  /** How long it took over its last reading, in seconds, and how many samples that had. */
  readScrape: () => Promise<{ seconds: number; samples: number }>
  stop: () => Promise<void>
}

/** Starts a Prometheus whose collector says what `expose` returns. */
export async function startPrometheus(expose: () => string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-prometheus-'))
  const collector = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(expose())
  })
  const file = join(folder, 'prometheus.yaml')
  writeFileSync(file, configure(await listen(collector)))
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  await untilReady(url, child)
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path)
    return ((await response.json()) as { data: unknown }).data
  }
  const readValue = async (name: string) => {
    const { result } = (await ask(`/api/v1/query?query=${name}`)) as { result: { value: [number, string] }[] }
    return Number(result[0]?.value[1])
  }
  return {
    async readFiring() {
      const { alerts } = (await ask('/api/v1/alerts')) as { alerts: Alert[] }
      const firing = alerts.filter(({ state }) => state === 'firing')
      return new Set(firing.map(({ labels }) => labels.alertname))
    },
    readScrape: async () => ({
      seconds: await readValue('scrape_duration_seconds'),
      samples: await readValue('scrape_samples_scraped'),
    }),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      collector.close()
      collector.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Alert {
  state: string
  labels: { alertname: string }
}

/** The pack's own configuration, with its rules where they lie, this collector, and nobody to be woken. */
function configure(port: number): string {
  return readFileSync('docs/fleet/prometheus.yaml', 'utf8')
    .replaceAll(/- (\w+\.yaml)/g, (_, name: string) => `- ${resolve('docs/fleet', name)}`)
    .replace('collector.example:9464', `127.0.0.1:${port}`)
    .replace(/^alerting:[^]*/m, '')
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function findPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('Prometheus has ended by itself')
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await delay(200)
  }
}
