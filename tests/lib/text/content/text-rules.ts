import type { TextFile, TextFolder } from '#lib/text/content/text-file.ts'
import { parseTextFile } from '../../../../src/content/text-files.ts'

/** A text of the docs, or of another folder, with fields of its front matter. */
export function textAt(
  place: string,
  fields: Record<string, string> = {},
  body = 'Text.',
  folder: TextFolder = 'docs',
): TextFile {
  const lines = Object.entries({ title: 'Keys', ...fields }).map(([name, value]) => `${name}: ${value}`)
  const file = parseTextFile(folder, `${place}.md`, `---\n${lines.join('\n')}\n---\n\n${body}\n`)
  if (!file) throw new Error(`${place} has no language`)
  return file
}
