import { inChinese, inEnglish, keys, legalText, type Mistake } from './mistake.ts'

const inBoth = (from: string | RegExp, to: string) => [...inEnglish(from, to), ...inChinese(from, to)]
const version = 'src/content/legal/en/terms/2026-11-22.md'
const versions = (text: string, name = '2026-11-22') => ({
  [`src/content/legal/en/terms/${name}.md`]: text,
  [`src/content/legal/zh/terms/${name}.md`]: legalText.replace('Terms', '条款'),
})

/** Mistakes in dates, versions, former addresses and drafts. */
export const publicationMistakes: Readonly<Record<string, Mistake>> = {
  'a date that YAML reads as one of 2001': {
    changes: inEnglish(/updated: .*/, 'updated: 26 November'),
    messages: [
      'src/content/docs/en/wallets.md:6  date  “updated” is “26 November”, which is no date. Write year, month and day, for example updated: 2026-11-27',
    ],
  },
  'a date to come': {
    changes: inBoth(/updated: .*/, 'updated: 2026-12-01'),
    messages: [
      'src/content/docs/en/wallets.md:6  date  “updated” is 2026-12-01, which is still to come. Write 2026-11-27 or an earlier day.',
      'src/content/docs/zh/wallets.md:6  date  “updated” is 2026-12-01, which is still to come. Write 2026-11-27 or an earlier day.',
    ],
  },
  'a later date in English': {
    changes: inEnglish(/updated: .*/, 'updated: 2026-11-27'),
    messages: [
      'src/content/docs/zh/wallets.md:6  date-language  “updated” is 2026-11-22 here, and 2026-11-27 in English. Write 2026-11-27 when the change is translated, or add translationOf: 2026-11-22 until then.',
    ],
  },
  'a date of a translation that is not of the original': {
    changes: [
      ...inEnglish(/updated: .*/, 'updated: 2026-11-27'),
      ...inChinese('order: 3', 'order: 3\naliases: [/docs/top-10/]\ntranslationOf: 2026-11-23'),
      ...inEnglish('order: 3', 'order: 3\naliases:\n  - /docs/top-10/'),
    ],
    messages: [
      'src/content/docs/zh/wallets.md:7  date-language  “translationOf” is 2026-11-23, and “updated” is 2026-11-22. Write a later day as updated: a translation is no older than its version.',
    ],
  },
  'a date in one language alone': {
    changes: [{ file: keys, from: 'order:', to: 'updated: 2026-11-22\norder:' }],
    messages: [
      'src/content/faq/zh/wallets/keys.md:1  date-language  The English text has updated: 2026-11-22, and this one has no such field. Write updated: 2026-11-22, or remove it there.',
    ],
  },
  'an alias that is a page': {
    changes: inBoth('order: 3', 'order: 3\naliases: [/download/]'),
    messages: ['en', 'zh'].map(
      (locale) =>
        `src/content/docs/${locale}/wallets.md:6  alias  The alias /download/ is the address of a page (src/pages). Remove it, or rename that page first.`,
    ),
  },
  'an alias in one language alone': {
    changes: inEnglish('order: 3', 'order: 3\naliases: [/docs/old/]'),
    messages: [
      'src/content/docs/zh/wallets.md:1  alias  “aliases” is [] here, and [/docs/old/] in English. Write the same in both languages.',
    ],
  },
  'a link to a draft': {
    changes: ['en', 'zh'].map((locale) => ({
      file: `src/content/docs/${locale}/payment-password.md`,
      from: /^order:/m,
      to: 'draft: true\norder:',
    })),
    messages: ['en/wallets.md:26', 'en/withdrawals.md:9', 'zh/wallets.md:26', 'zh/withdrawals.md:9'].map(
      (place) =>
        `src/content/docs/${place}  link-draft  /docs/payment-password/ is a draft, which readers do not have. Publish it first, or remove the link.`,
    ),
  },
  'an earlier version of another day': {
    more: versions(legalText.replace('2026-11-22', '2026-11-23')),
    messages: [
      `${version}:3  legal-version  “updated” is 2026-11-23, and the file is named 2026-11-22.md. Write updated: 2026-11-22, or rename the file in both languages.`,
    ],
  },
  'a figure in an earlier version': {
    more: versions(legalText.replace('Text.', 'It works for {{devices.codeLife}}.')),
    messages: [
      `${version}:6  legal-version  A figure of an earlier version would change with the rules. Write the value it had.`,
    ],
  },
  'an earlier version that is no day': {
    more: versions(legalText, 'old'),
    messages: ['en', 'zh'].map(
      (locale) =>
        `src/content/legal/${locale}/terms/old.md:1  place  No page is made from a file in this place. An earlier version is in the folder of its text, with its day: src/content/legal/${locale}/terms/2026-11-22.md.`,
    ),
  },
}
