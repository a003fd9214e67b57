import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { parkReasons } from '../../../src/domain/entry.js'
import type { PauseReason, PauseScope } from '../../../src/domain/outcome.js'
import { factsToAttributes } from '../../../src/telemetry/encode.js'
import { createMeter, type Meter } from '../../../src/telemetry/metrics.js'
import { nothingKnown, type TillStatus } from '../../../src/till/status.js'
import { createCollector } from './collector.js'
import { incidents } from './incidents.js'
import { findAlarms, isPromtoolMissing, readAlarms, ruleFiles, runPromtool } from './promtool.js'

interface Rule {
  record?: string
  alert?: string
  expr: string
  for?: string
  labels?: { severity?: string }
  annotations?: Record<string, string>
}

interface Dashboard {
  uid: string
  title: string
  templating: { list: { name: string; query: string | { query: string } }[] }
  panels: { id: number; title: string; targets: { expr: string; legendFormat: string }[] }[]
}

const folder = 'docs/fleet'
const read = (path: string) => readFileSync(path, 'utf8')
const rules = ruleFiles.flatMap((file) =>
  (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
)
const records = rules.flatMap(({ record }) => record ?? [])
const alerts = rules.filter(({ alert }) => alert !== undefined)
const dashboards = readdirSync(join(folder, 'dashboards')).map(
  (name) => JSON.parse(read(join(folder, 'dashboards', name))) as Dashboard,
)
const runbooks = readdirSync(join(folder, 'runbooks')).filter((name) => name !== 'README.md')

const readyParts = {
  storage: { state: 'open', isPersistent: true, usageBytes: 1, quotaBytes: 10 },
  worker: { state: 'active' },
  parts: { state: 'loaded' },
} as const

const about = {
  id: '',
  kind: 'refund',
  shop: '',
  terminal: '',
  attempts: 1,
  at: new Date(1),
  cursor: '',
} as const

/** Everything that telemetry can send, as the collector shows it: the names of metrics, and the labels of each. */
function listMetrics(): Map<string, Set<string>> {
  const meter = createMeter(0)
  meter.note({ type: 'attempted', ...about, outcome: 'acknowledged', tookMs: 1 })
  meter.note({ type: 'settled', ...about, through: 'attempt', waitedMs: 1 })
  const status: TillStatus = {
    ...nothingKnown,
    counts: { queued: 0, sending: 0, settled: 1, parked: 1, voided: 0 },
    pauses: [{ scope: 'service', reason: 'offline', since: new Date(1) }],
    clockOffsetMs: 1_000,
    ...readyParts,
  }
  // As `sendTelemetry` names the resource, and what the guide tells a host to add.
  const resource = ['service.name', 'service.instance.id', 'counterfoil.shop', 'counterfoil.terminal']
  const attributes = factsToAttributes(
    Object.fromEntries([...resource, 'counterfoil.profile', 'service.version'].map((name) => [name, 'x'])),
  )
  const collector = createCollector()
  collector.receive(
    meter.read({ attributes }, { status, lost: 0, now: 1, isOpen: true, handedOverSince: 'none' }),
    0,
  )
  const metrics = new Map<string, Set<string>>()
  for (const { name, labels } of collector.series)
    metrics.set(name, new Set([...(metrics.get(name) ?? []), ...Object.keys(labels)]))
  return metrics
}

const metrics = listMetrics()
const labels = new Set([...metrics.values()].flatMap((names) => [...names]))

/** Names in an expression that neither telemetry sends nor a rule records. */
function findUnknown(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '""')
  const named = bare.match(/\b(counterfoil|service)[\w:]*/g) ?? []
  return named.filter((name) => !metrics.has(name) && !labels.has(name) && !records.includes(name))
}

const toFileName = (alert: string) =>
  `${alert
    .replace(/^Counterfoil/, '')
    .replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()}.md`

describe('the rules of the pack', () => {
  it('use only metrics that telemetry sends, and their labels', () => {
    expect(metrics.size).toBeGreaterThan(20)
    expect(rules.length).toBeGreaterThan(35)
    expect(rules.flatMap(({ expr }) => findUnknown(expr))).toEqual([])
  })

  it('use every metric that they or the dashboards could', () => {
    const used = [...rules.map(({ expr }) => expr), ...listQueries().map(({ expr }) => expr)].join()
    const sums = [...metrics.keys()].filter((name) => !name.endsWith('_sum') && !used.includes(name))
    expect(sums).toEqual(['counterfoil_attempt_duration_seconds_count'])
  })

  it('name reasons and states that there are', () => {
    const reasons = rules.flatMap(({ expr }) => [...expr.matchAll(/counterfoil_entry_reason="([^"]+)"/g)])
    expect(reasons.length).toBeGreaterThan(2)
    expect(
      reasons.map(([, reason]) => reason).filter((reason) => !parkReasons.some((one) => one === reason)),
    ).toEqual([])
  })

  it('record every name once, before it is used', () => {
    expect(new Set(records).size).toBe(records.length)
    for (const [index, { record, expr }] of rules.entries()) {
      const later = rules.slice(index).flatMap((rule) => (rule.record === record ? [] : (rule.record ?? [])))
      expect(later.filter((name) => expr.includes(name))).toEqual([])
    }
  })
})

describe('every alert', () => {
  it.each(alerts)(
    '$alert has a severity, two sentences and a link to its page',
    ({ alert = '', ...rule }) => {
      expect(alert).toMatch(/^Counterfoil[A-Z]/)
      expect(['page', 'ticket']).toContain(rule.labels?.severity)
      const { summary = '', description = '', runbook_url: link } = rule.annotations ?? {}
      expect(summary).toMatch(/[^.]$/)
      expect(description).toMatch(/\.$/)
      expect(link).toBe(`{{ $externalLabels.runbooks }}/${toFileName(alert)}`)
      expect(existsSync(join(folder, 'runbooks', toFileName(alert)))).toBe(true)
    },
  )

  it('has a page, and every page an alert', () => {
    expect(runbooks.sort()).toEqual(alerts.map(({ alert = '' }) => toFileName(alert)).sort())
  })

  it.each(runbooks)('%s says what it means, what to look at and what to do', (name) => {
    const text = read(join(folder, 'runbooks', name))
    const [, alert] = /^# (\w+)\n/.exec(text) ?? []
    expect(toFileName(alert ?? '')).toBe(name)
    expect(alerts.map((one) => one.alert)).toContain(alert)
    expect(text.match(/^## .*/gm)).toEqual(['## What it means', '## Look at', '## Do'])
    const { severity } = alerts.find((one) => one.alert === alert)?.labels ?? {}
    expect(text).toContain(`Severity: ${severity ?? ''}.`)
    const code = [...text.matchAll(/`([^`]*counterfoil[_:][^`]*)`/g)].map(([, query = '']) => query)
    expect(code.length).toBeGreaterThan(0)
    expect(code.flatMap(findUnknown)).toEqual([])
  })

  it('that an incident counts on is there', () => {
    const names = alerts.map(({ alert }) => alert)
    expect(incidents).toHaveLength(12)
    expect(incidents.filter(({ alarm }) => !names.includes(`Counterfoil${alarm}`))).toEqual([])
    expect(new Set(incidents.map(({ alarm }) => alarm)).size).toBe(12)
  })
})

/** Each query of the dashboards, and the panel that it is in. */
function listQueries(): { place: string; expr: string; legend: string }[] {
  return dashboards.flatMap(({ uid, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({ place: `${uid}: ${title}`, expr, legend: legendFormat })),
    ),
  )
}

describe('the dashboards', () => {
  it('are of the chain, a shop and a till', () => {
    expect(dashboards.map(({ uid }) => uid)).toEqual([
      'counterfoil-chain',
      'counterfoil-shop',
      'counterfoil-till',
    ])
    for (const { panels } of dashboards)
      expect(panels.map(({ id }) => id)).toEqual(panels.map((_, at) => at + 1))
  })

  it('ask for what is sent or recorded alone', () => {
    const queries = listQueries()
    expect(queries.length).toBeGreaterThan(35)
    expect(
      queries.flatMap(({ place, expr }) => findUnknown(expr).map((name) => `${place}: ${name}`)),
    ).toEqual([])
    const inLegends = queries.flatMap(({ legend }) =>
      [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
    )
    expect(inLegends.filter((name) => !labels.has(name))).toEqual([])
  })

  it('use the variables that they have', () => {
    for (const { panels, templating } of dashboards) {
      const names = templating.list.map(({ name }) => name)
      const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\$\w+/g) ?? []))
      expect(used.filter((name) => !names.includes(name.slice(1)))).toEqual([])
    }
  })
})

interface CollectorConfig {
  receivers: { otlp: { protocols: { http: { cors: { allowed_origins: string[] } } } } }
  exporters: {
    prometheus: {
      endpoint: string
      metric_expiration: string
      resource_to_telemetry_conversion: { enabled: boolean }
    }
  }
  service: { pipelines: Record<string, Record<'receivers' | 'processors' | 'exporters', string[]>> }
}

describe('the configuration of the collector', () => {
  const config = parse(read(join(folder, 'collector.yaml'))) as CollectorConfig & Record<string, object>
  const prometheus = parse(read(join(folder, 'prometheus.yaml'))) as {
    global: Record<'scrape_interval' | 'evaluation_interval', string>
    scrape_configs: { job_name: string; honor_labels: boolean; static_configs: { targets: string[] }[] }[]
  }

  it('has a pipeline for figures and one for events, of parts that it configures', () => {
    const { pipelines } = config.service
    expect(Object.keys(pipelines)).toEqual(['metrics', 'logs'])
    for (const pipeline of Object.values(pipelines))
      for (const kind of ['receivers', 'processors', 'exporters'] as const) {
        expect(pipeline[kind].length).toBeGreaterThan(0)
        expect(pipeline[kind].filter((name) => !(name in (config[kind] as object)))).toEqual([])
      }
  })

  it('lets browsers send, names shops and tills, and forgets a silent till before it is missed', () => {
    expect(config.receivers.otlp.protocols.http.cors.allowed_origins.length).toBeGreaterThan(0)
    const { metric_expiration, resource_to_telemetry_conversion } = config.exporters.prometheus
    expect(resource_to_telemetry_conversion.enabled).toBe(true)
    // As the stand-in for it forgets, by which the incidents are played.
    expect(metric_expiration).toBe('2m')
  })

  it('is read by Prometheus, at the port at which it shows them, as often as the rules are played', () => {
    const [scrape] = prometheus.scrape_configs
    expect(scrape?.honor_labels).toBe(true)
    const port = /:\d+$/.exec(config.exporters.prometheus.endpoint)?.[0] ?? ''
    expect(scrape?.static_configs[0]?.targets).toEqual([`collector.example${port}`])
    expect(prometheus.global).toMatchObject({ scrape_interval: '30s', evaluation_interval: '30s' })
    expect(
      rules.filter(({ expr }) => expr.includes(`job="${scrape?.job_name ?? ''}"`)).length,
    ).toBeGreaterThan(0)
  })
})

/** A till of a small chain: what it waits for, and what happens to it after a quarter of an hour. */
interface SmallTill {
  pauses?: TillStatus['pauses']
  happen?: (meter: Meter) => void
}

/** Which alarms come of half an hour of these tills, each in a shop of its own. */
function playTills(tills: readonly SmallTill[]): string[] {
  const collector = createCollector()
  const all = tills.map((till, index) => ({ ...till, index, meter: createMeter(0) }))
  for (let step = 0; step < 60; step += 1) {
    const now = step * 30_000
    for (const { index, meter, pauses = [], happen } of all) {
      if (step === 30) happen?.(meter)
      const counts = { queued: 0, sending: 0, settled: 1, parked: 0, voided: 0 }
      const status: TillStatus = { ...nothingKnown, ...readyParts, counts, pauses: step < 10 ? [] : pauses }
      const attributes = factsToAttributes({
        'counterfoil.shop': `S${index}`,
        'counterfoil.terminal': 'T1',
        'service.version': '1',
      })
      collector.receive(
        meter.read({ attributes }, { status, lost: 0, now, isOpen: true, handedOverSince: 'none' }),
        now,
      )
    }
    collector.read(now)
  }
  return [...findAlarms(collector).keys()]
}

const waitingFor = (reason: PauseReason, scope: PauseScope = 'service') => ({
  scope,
  reason,
  since: new Date(1),
})

describe.skipIf(isPromtoolMissing())('promtool', () => {
  it.each<[PauseReason, boolean]>([
    ['offline', true],
    ['unsent', true],
    ['unauthorized', false],
  ])('finds that ServiceDown fires where half the tills wait as %s: %s', (reason, isFiring) => {
    const waits = { pauses: [waitingFor(reason)] }
    expect(playTills([waits, waits, {}, {}]).includes('CounterfoilServiceDown')).toBe(isFiring)
  })

  it('finds that a till that waits for two things counts once', () => {
    const waits = { pauses: [waitingFor('failing'), waitingFor('misconfigured', 'refund')] }
    expect(playTills([waits, {}, {}, {}, {}])).not.toContain('CounterfoilServiceDown')
  })

  it('finds no alarm in the first few refusals of a day, among many operations that were settled', () => {
    const tills = Array.from({ length: 100 }, (_, index) => ({
      happen(meter: Meter) {
        for (let time = 0; time < 3; time += 1)
          meter.note({ type: 'settled', ...about, through: 'attempt', waitedMs: 1 })
        if (index < 6) meter.note({ type: 'parked', ...about, through: 'attempt', reason: 'rejected' })
      },
    }))
    expect(playTills(tills)).toEqual([])
    const refused = {
      happen: (meter: Meter) => {
        meter.note({ type: 'parked', ...about, through: 'attempt', reason: 'rejected' })
      },
    }
    expect(playTills([...tills.slice(0, 20), ...Array<SmallTill>(10).fill(refused)])).toContain(
      'CounterfoilOperationsRefused',
    )
  })

  it('finds no fault with the configuration, the rules and the alerts', () => {
    const { isContent, text } = runPromtool(['check', 'config', join(folder, 'prometheus.yaml')])
    expect(isContent, text).toBe(true)
    expect(text).toContain(`${alerts.length} rules found`)
  })

  it('understands every query of the dashboards', () => {
    const place = mkdtempSync(join(tmpdir(), 'counterfoil-queries-'))
    onTestFinished(() => {
      rmSync(place, { recursive: true })
    })
    const check = (queries: readonly string[]) => {
      const rules = queries.map((expr, index) => ({
        record: `query:${index}`,
        expr: expr.replaceAll(/\$\w+/g, 'x'),
      }))
      writeFileSync(join(place, 'queries.yaml'), JSON.stringify({ groups: [{ name: 'queries', rules }] }))
      return runPromtool(['check', 'rules', join(place, 'queries.yaml')])
    }
    const { isContent, text } = check(listQueries().map(({ expr }) => expr))
    expect(isContent, text).toBe(true)
    expect(check(['sum by (']).isContent).toBe(false)
  })
})

describe('the checks themselves', () => {
  it('see a metric and a label that nobody sends', () => {
    expect(
      findUnknown('sum by (counterfoil_store) (counterfoil_opened{counterfoil_shop="counterfoil_x"})'),
    ).toEqual(['counterfoil_store', 'counterfoil_opened'])
  })

  it('read alarms out of a report, each with its first time', () => {
    const report = `FAILED:
    expr: "max by (alertname) (x)", time: 2m30s,
        exp: nil
        got: {alertname="A"} 1E+00, {alertname="B"} 1E+00
    expr: "max by (alertname) (x)", time: 1h,
        exp: nil
        got: {alertname="B"} 1E+00, {alertname="C"} 1E+00`
    expect([...readAlarms(report)]).toEqual([
      ['A', 150],
      ['B', 150],
      ['C', 3_600],
    ])
  })
})
