import { minute } from '../../decide/schedule.js'
import type { Database } from './database.js'
import { readRunRow } from './rows.js'
import { readNames, serviceRow } from './service.js'

/** What operations are for, and how far the service's clock is ahead of their till's where that is off. */
export interface Binding {
  service?: string[]
  clockOffsetMs?: number
}

/** What the journal's operations are for, as a file of them names it. */
export async function readBinding({ settings, runs }: Database): Promise<Binding> {
  const [row, run] = await Promise.all([settings.get(serviceRow), runs.get('replay')])
  const service = readNames(row)
  const offsetMs = readRunRow(run)?.clockOffsetMs
  return {
    ...(service.length > 0 && { service }),
    ...(offsetMs !== undefined && Math.abs(offsetMs) > minute && { clockOffsetMs: Math.trunc(offsetMs) }),
  }
}
