import { InvalidConfig } from './invalid-config.js'

/** Says which addresses are test systems. */
interface Consent {
  /** The flag of the command: the address in use is one. */
  isTestSystem: boolean
  /** The member of the file: the file's own address is one. */
  testSystem?: boolean | undefined
}

/** The base address that the command was given, or else the file's; operations are made at a test system alone. */
export function readAddress(
  { given, ofFile }: { given: string | undefined; ofFile: string | undefined },
  { isTestSystem, testSystem = false }: Consent,
): string {
  const text = given ?? ofFile
  if (text === undefined) throw new InvalidConfig('there is no base address: give it as the first word')
  const { host, hostname } = parseAddress(text)
  const isOfFile = given === undefined || (ofFile !== undefined && hostOf(ofFile) === host)
  if (!isLoopback(hostname) && !isTestSystem && !(isOfFile && testSystem))
    throw new InvalidConfig(
      `the operations are made for real at ${host}: say ${isOfFile ? '"testSystem": true' : '--test-system'} if that is a test system`,
    )
  return text.replace(/\/+$/, '')
}

/** The text is not quoted: a password may be in it. */
function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidConfig('the base address must be an http or https URL')
  if (url.username !== '' || url.password !== '')
    throw new InvalidConfig(
      'the base address has a user name or a password in it: put credentials into "headers"',
    )
  if (url.search !== '' || url.hash !== '')
    throw new InvalidConfig('the base address has no query and no fragment')
  return url
}

function hostOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).host : undefined
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
}
