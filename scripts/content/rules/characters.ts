import type { Family, Finding, Site, Text } from '../types.ts'

const STYLES = 'src/styles/theme.css'

/** Signs by their names, where the sign itself is invisible or does not say what to type instead. */
const known: Readonly<Record<string, { name: string; remedy: string }>> = {
  '\u200b': { name: 'a zero-width space', remedy: 'Remove it: it came along with copied text.' },
  '\u200d': { name: 'a zero-width joiner', remedy: 'Remove it: it came along with copied text.' },
  '\u200e': { name: 'a left-to-right mark', remedy: 'Remove it: it came along with copied text.' },
  '\u200f': { name: 'a right-to-left mark', remedy: 'Remove it: it came along with copied text.' },
  '\u00ad': { name: 'a soft hyphen', remedy: 'Remove it: browsers break lines by themselves.' },
  '\ufeff': { name: 'a byte order mark within the text', remedy: 'Remove it: it came along with copied text.' },
  '\ufffd': {
    name: '�, which stands for a character that was lost',
    remedy: 'Save the file as UTF-8, and type the character again.',
  },
}

/** `U+0020-007E, U+00A0` as a test of code points. */
function rangesIn(css: string): (code: number) => boolean {
  const list = /unicode-range:([^;]+);/.exec(css)?.[1]
  if (!list) throw new Error(`${STYLES} has no unicode-range: the check reads there which characters the font has`)
  const ranges = list.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return (code) => ranges.some(([first, last]) => code >= first && code <= last)
}

/** Chinese is set in the reader's own fonts, which have these beside the characters. */
const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uff65—￥]/u

/** Code is set in the reader's own fonts. */
const isCode = (text: Text, index: number) => text.prose[index]?.trim() === '' && text.lines[index]?.trim() !== ''

function* checkText(text: Text, { files }: Site): Generator<Finding> {
  const isInFont = rangesIn(files.get(STYLES) ?? '')
  for (const [index, line] of text.prose.entries()) {
    if (isCode(text, index)) continue
    const reported = new Set<string>()
    for (const character of line) {
      const code = character.codePointAt(0) ?? 0
      const named = known[character]
      const isShown = isInFont(code) || character === '\t' || (text.locale === 'zh' && chinese.test(character))
      if ((isShown && !named) || reported.has(character)) continue
      // Rules of the style report Chinese in English texts.
      if (text.locale === 'en' && /[\p{Script=Han}—]/u.test(character)) continue
      reported.add(character)
      const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      yield {
        line: index + 1,
        rule: 'character',
        problem: named
          ? `There is ${named.name} (${hex}) in the text.`
          : `The site's font has no “${character}” (${hex}).`,
        remedy: named?.remedy ?? 'Write it in words, or with another sign.',
      }
    }
  }
}

export const characterRules: Family = { checkText }
