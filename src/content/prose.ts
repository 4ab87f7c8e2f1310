import type { Locale } from '#lib/i18n/locales.ts'
import { wordsOf } from './markdown/words.ts'
import { withPictures } from './picture.ts'

/** Parts of a text that bring styles, and some a script, to the pages with them. */
export type Part = 'asides' | 'code' | 'pictures' | 'tabs'

const signs: Readonly<Record<Part, string>> = {
  asides: '<div class="aside ',
  code: '<pre ',
  pictures: '<figure class="picture">',
  tabs: '<fieldset class="tabs" ',
}

const partsIn = (html: string) => (Object.keys(signs) as Part[]).filter((part) => html.includes(signs[part]))

/** A button is shown by the script, since nothing else could copy. */
function withCopyButtons(html: string, locale: Locale): string {
  const { copy, copied } = wordsOf(locale)
  const button = `<button type="button" data-copied="${copied}">${copy}</button>`
  const bar = `<div class="copy" hidden><span role="status"></span>${button}</div>`
  return html.replace(/<pre [\s\S]*?<\/pre>/g, (block) => `<div class="copyable">${block}${bar}</div>`)
}

interface Entry {
  data: { original?: Locale | undefined }
  rendered?: { html: string }
}

/** A text as a page shows it, with buttons in the language of the text. */
export async function proseOf({ data, rendered }: Entry, locale: Locale): Promise<{ html: string; parts: Part[] }> {
  const html = rendered?.html ?? ''
  return { html: withCopyButtons(await withPictures(html), data.original ?? locale), parts: partsIn(html) }
}
