interface ScriptPolicy {
  createScriptURL(url: string): string
}

/** The part of Trusted Types that a till needs. */
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

/** The policy name that a page with Trusted Types must allow. */
const policyName = 'counterfoil'

const configured = new Set<string>()
let policy: ScriptPolicy | undefined

/** A worker's address as a trusted type on pages that enforce them; elsewhere the address itself. */
export function trustScript(url: string): string {
  const { trustedTypes: factory } = globalThis as { trustedTypes?: PolicyFactory }
  if (!factory) return url
  configured.add(url)
  try {
    policy ??= factory.createPolicy(policyName, { createScriptURL: passConfigured })
    return policy.createScriptURL(url)
  } catch {
    // The page does not allow the policy: it accepts the plain address, or reports an error.
    return url
  }
}

function passConfigured(url: string): string {
  if (configured.has(url)) return url
  throw new TypeError(
    'The script was not trusted: no till was configured with this address. Name it in the option worker.',
  )
}
