import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { readTextFiles } from '../../src/content/text-files.ts'

/** The folder in which the editor's trial keeps its repository: the origin's private file system. */
const FOLDER = 'sveltia-cms-test'
const root = path.join(import.meta.dirname, '../..')

export const textOf = (place: string): string => readFileSync(path.join(root, place), 'utf8')

/** Puts all texts of the site into the repository of the trial. */
export async function seedTexts(page: Page): Promise<void> {
  const files = readTextFiles(root).map(({ place }) => ({ place, text: textOf(place) }))
  await page.evaluate(
    async ({ folder, all }) => {
      const top = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true })
      for (const { place, text } of all) {
        const [name = '', ...above] = place.split('/').reverse()
        let at = top
        for (const part of above.reverse()) at = await at.getDirectoryHandle(part, { create: true })
        const file = await (await at.getFileHandle(name, { create: true })).createWritable()
        await file.write(text)
        await file.close()
      }
    },
    { folder: FOLDER, all: files },
  )
}

/** A text as the editor has saved it; undefined while it writes the file. */
export const savedText = (page: Page, place: string): Promise<string | undefined> =>
  page.evaluate(
    async ({ folder, parts }) => {
      const read = async () => {
        let at = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder)
        for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part)
        return (await (await at.getFileHandle(parts.at(-1) ?? '')).getFile()).text()
      }
      return read().catch((error: DOMException) => {
        // The browser writes a new file and puts it in the place of the old one, which is changed or gone meanwhile.
        if (error.name === 'NotReadableError' || error.name === 'NotFoundError') return undefined
        throw error
      })
    },
    { folder: FOLDER, parts: place.split('/') },
  )
