import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of code in what we tell people. */
export interface Block {
  file: string
  /** Where its code begins. */
  line: number
  language: string
  code: string
  /** What stands above it in `<!-- test: name -->`, if anything does. */
  name?: string
}

/** The README and every guide. */
export function listGuides(): string[] {
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'))
  return ['README.md', ...guides.map((name) => join('docs', name))]
}

/** Every block of a file; one that stands in a list is brought back to the margin. */
export function readBlocks(file: string): Block[] {
  const blocks: Block[] = []
  let name: string | undefined
  let open: (Omit<Block, 'code'> & { indent: number; lines: string[] }) | undefined
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const fence = /^( *)```(\S*)/.exec(line)
    if (open && fence) {
      const { indent: _, lines, ...block } = open
      blocks.push({ ...block, code: `${lines.join('\n')}\n` })
      open = undefined
    } else if (open) {
      open.lines.push(line.slice(open.indent))
    } else if (fence) {
      const [, indent = '', language = ''] = fence
      open = {
        file,
        line: index + 2,
        language,
        indent: indent.length,
        lines: [],
        ...(name !== undefined && { name }),
      }
      name = undefined
    } else if (line.trim() !== '') {
      name = /<!-- test: (\S+) -->/.exec(line)?.[1]
    }
  }
  if (open) throw new Error(`${file}:${open.line}: this block is never closed`)
  return blocks
}

/** The one block of that name, wherever it is told. */
export function findBlock(name: string): Block {
  const found = listGuides()
    .flatMap(readBlocks)
    .filter((block) => block.name === name)
  const [block] = found
  if (!block || found.length > 1) throw new Error(`found ${found.length} blocks named ${name}, not one`)
  return block
}

/** The headers that a block lists, one to a line. */
export function readHeaders(name: string): Record<string, string> {
  const lines = findBlock(name).code.trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, header, value] = /^([\w-]+): (.+)$/.exec(line) ?? []
      if (header === undefined || value === undefined) throw new Error(`${name}: no header in "${line}"`)
      return [header, value]
    }),
  )
}
