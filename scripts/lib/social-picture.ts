import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locale } from '../../src/lib/i18n/locales.ts'
import { type FontTables, readFont } from './font-tables.ts'

/** The picture that a link to a page is shown with: its title's font, and how much of a title it has room for. */

const at = (file: string) => fileURLToPath(new URL(`../pictures/${file}`, import.meta.url))

/** `size` is in pixels; `maxLines` end above the name of the site. */
export const pictureFonts = {
  en: { file: at('latin.ttf'), name: 'Idleforge Picture', size: 68, maxLines: 5 },
  zh: { file: at('chinese.otf'), name: 'Idleforge Picture SC', size: 66, maxLines: 4 },
} as const

export const PICTURE_TEXT_WIDTH = 510

const fonts = new Map<Locale, FontTables>()

function fontOf(locale: Locale): FontTables {
  const font = fonts.get(locale) ?? readFont(readFileSync(pictureFonts[locale].file))
  fonts.set(locale, font)
  return font
}

/** Parts of a title between which a line may break. */
const parts = /\p{Script=Han}[，。、：；？！）》」”’]*|[^\s\p{Script=Han}]+|\s+/gu

/** Number of lines that a title fills, a word longer than a line being broken within. */
export function pictureLines(title: string, locale: Locale): number {
  const font = fontOf(locale)
  const widthOf = (text: string) =>
    [...text].reduce((sum, character) => sum + font.widthOf(character), 0) * pictureFonts[locale].size
  let [lines, used] = [1, 0]
  for (const [part] of title.trim().matchAll(parts)) {
    const width = widthOf(part)
    if (used > 0 && used + width > PICTURE_TEXT_WIDTH && part.trim() !== '') {
      lines += 1
      used = 0
    }
    used += width
    for (; used > PICTURE_TEXT_WIDTH && part.trim() !== ''; used -= PICTURE_TEXT_WIDTH) lines += 1
  }
  return lines
}

/** Characters of a title that its picture cannot show. */
export const pictureGaps = (title: string, locale: Locale): string[] => [
  ...new Set([...title].filter((character) => !fontOf(locale).has(character))),
]
