/** Tells the sandbox that the tests' own server carries something. */
export async function control(path: string, method: string, body?: unknown): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return fetch(`/api/_sandbox/${path}`, { method, ...sent })
}

/** A service that was never told anything and does as it is told. */
export async function calmSandbox(): Promise<void> {
  await control('outage', 'POST', { on: false })
  await control('faults', 'DELETE')
  await control('settings', 'POST', { keys: false, conditions: false })
  await control('reset', 'POST')
}
