import { pictureFonts, pictureGaps, pictureLines } from '../../lib/social-picture.ts'
import type { Family, Text } from '../types.ts'

/** The title of the page that is made from the text; a question and the bug report stand on pages with another title. */
function pageTitle({ folder, slug, frontMatter }: Text): string | undefined {
  const hasPage = folder !== 'faq' && slug !== 'bug-report'
  return hasPage && typeof frontMatter.title === 'string' ? frontMatter.title : undefined
}

/** Shortened to what fits, for the message. */
function fitting(title: string, text: Text): string {
  const { maxLines } = pictureFonts[text.locale]
  const characters = [...title]
  while (characters.length > 0 && pictureLines(characters.join(''), text.locale) > maxLines) characters.pop()
  return characters.join('')
}

/** The title is drawn into the picture that a link to the page is shown with. */
export const titleRules: Family = {
  *checkText(text) {
    const title = pageTitle(text)
    if (title === undefined) return
    const line = text.lineOf('title')
    const missing = pictureGaps(title, text.locale)
    if (missing.length > 0)
      yield {
        line,
        rule: 'title-characters',
        problem: `The picture of the page cannot show ${missing.join(' ')} in the title.`,
        remedy: 'Write the title with common characters.',
      }
    if (pictureLines(title, text.locale) > pictureFonts[text.locale].maxLines)
      yield {
        line,
        rule: 'title-length',
        problem: `The title has ${[...title].length} characters and is too long for the picture of the page.`,
        remedy: `Shorten it to about ${[...fitting(title, text)].length}.`,
      }
  },
}
