const shape = /^([a-z][a-z\d+.-]*):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/
const usualPorts: Readonly<Record<string, string>> = { http: ':80', https: ':443' }

/** An origin as browsers send it, without a slash at its end or the usual port; undefined if the text is none. */
export function readOrigin(text: string): string | undefined {
  const [, scheme, host, port = ''] = shape.exec(text.toLowerCase()) ?? []
  if (scheme === undefined || host === undefined) return undefined
  return `${scheme}://${host}${port === usualPorts[scheme] ? '' : port}`
}
