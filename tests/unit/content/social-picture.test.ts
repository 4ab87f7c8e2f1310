import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Locale } from '#lib/i18n/locales.ts'
import { PICTURE_TEXT_WIDTH, pictureFonts, pictureGaps, pictureLines } from '../../../scripts/lib/social-picture.ts'

/** Pixels from line to line, and those of a single one, as Pango draws them. */
const pitch = { en: { line: 81, single: 51 }, zh: { line: 103, single: 63 } }

async function drawnLines(title: string, locale: Locale): Promise<number> {
  const { file, name, size } = pictureFonts[locale]
  const text = { text: title, fontfile: file, font: `${name} ${size}`, dpi: 72, spacing: 6, rgba: true }
  const { info } = await sharp({ text: { ...text, width: PICTURE_TEXT_WIDTH, wrap: 'word-char' } })
    .png()
    .toBuffer({ resolveWithObject: true })
  return Math.round((info.height - pitch[locale].single) / pitch[locale].line) + 1
}

test.each([
  ['en', 'Wallets'],
  ['en', 'Wallets and networks'],
  ['en', 'Invitations and ambassadors of the first level'],
  ['en', 'A title that has a great many words and fills line after line of its picture'],
  ['en', 'Donaudampfschifffahrtsgesellschaftskapitän'],
  ['zh', '钱包与网络'],
  ['zh', '钱包与网络的地址形式'],
  ['zh', '币种网络地址校验以及修改地址后的所有变化说明与示例'],
] as const)('in %s, counts the lines of %j as they are drawn', async (locale, title) => {
  expect(pictureLines(title, locale)).toBe(await drawnLines(title, locale))
})

test('names the characters that a picture cannot show, once', () => {
  expect(pictureGaps('Wallets ✓ and ✓ networks →', 'en')).toEqual(['✓', '→'])
  expect(pictureGaps('钱包囍', 'zh')).toEqual(['囍'])
  expect(pictureGaps('Wallets: “what’s new” (2026)', 'en')).toEqual([])
})
