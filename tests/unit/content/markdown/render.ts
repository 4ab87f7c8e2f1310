import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { processor } from '../../../../src/content/markdown/processor.ts'

interface Place {
  /** The text below the content's folder. */
  file?: string
  frontmatter?: Record<string, unknown>
  /** A folder in place of src/content. */
  root?: string
}

const renderer = await processor.createRenderer({ syntaxHighlight: false })

export async function render(source: string, { file = 'docs/en/start.md', frontmatter = {}, root = '/' }: Place = {}) {
  const { code } = await renderer.render(source, { fileURL: pathToFileURL(path.join(root, file)), frontmatter })
  return code.trim()
}

/** A folder of content with pictures of one colour, each 8 pixels wide if its size is not told. */
export async function contentWith(pictures: readonly string[], sizes: Record<string, number> = {}): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of pictures) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    const create = { width: sizes[name] ?? 8, height: 4, channels: 3, background: '#345' } as const
    await sharp({ create }).toFile(file)
  }
  return root
}
