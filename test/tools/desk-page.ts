import { createHash } from 'node:crypto'

/** The parts of a page that is one file. */
export interface PageParts {
  template: string
  style: string
  script: string
  /** The licences of what is built into it. */
  licenses: string
}

/** Puts a page together whose policy lets run and style it nothing but its own parts, and reach no network. */
export function composePage({ template, style, script, licenses }: PageParts): string {
  const closing = /<\/(script|style)|<!--/i.exec(`${script}${style}`)?.[0]
  if (closing !== undefined) throw new Error(`the page would be cut at ${closing} in its own code`)
  const notices = licenses.replaceAll('--', '- -')
  const parts: Record<string, string> = { POLICY: createPolicy(script, style), STYLE: style, SCRIPT: script }
  const page = template.replaceAll(
    /\b(POLICY)\b|\n\s*(STYLE|SCRIPT)\n\s*/g,
    (_, word?: string, part?: string) => {
      return parts[word ?? part ?? ''] ?? ''
    },
  )
  return `${page.trimEnd()}\n<!--\n${notices.trim()}\n-->\n`
}

function createPolicy(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}
