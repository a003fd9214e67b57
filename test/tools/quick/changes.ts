import { execFileSync } from 'node:child_process'

/** The files that differ from where this work began, new ones among them. */
export function listChanges(since: string, folder = '.'): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' })
  const base = git('merge-base', since, 'HEAD').trim()
  const changed = git('diff', '--name-only', '--no-renames', '--relative', '-z', base)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${changed}${added}`.split('\0'))].filter((path) => path !== '').sort()
}
