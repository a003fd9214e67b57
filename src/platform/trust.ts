interface ScriptPolicy {
  createScriptURL(url: string): string
}

/** As much of Trusted Types as a till needs. */
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

/** What a page that enforces Trusted Types must allow by name. */
const policyName = 'counterfoil'

const configured = new Set<string>()
let policy: ScriptPolicy | undefined

/** A worker's address as pages want it that enforce Trusted Types; elsewhere the address itself. */
export function trustScript(url: string): string {
  const { trustedTypes: factory } = globalThis as { trustedTypes?: PolicyFactory }
  if (!factory) return url
  configured.add(url)
  try {
    policy ??= factory.createPolicy(policyName, { createScriptURL: passConfigured })
    return policy.createScriptURL(url)
  } catch {
    // The page allows no such policy: it takes the address as it is, or refuses it and says so.
    return url
  }
}

function passConfigured(url: string): string {
  if (configured.has(url)) return url
  throw new TypeError('trust a script refused: no till was configured with this address')
}
