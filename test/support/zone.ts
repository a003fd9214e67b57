import { onTestFinished } from 'vitest'

/** Takes the device to another time zone for the rest of a test. */
export function setZone(zone: string): void {
  const before = process.env.TZ
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = zone
}
