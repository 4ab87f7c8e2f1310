import { en, inChinese, inEnglish, legalText, type Mistake, title, zh } from './mistake.ts'

export const rightLink = '(/docs/payment-password/)'
/** An address in place of a right one, and what the check says of it. */
const written = (address: string, message: string): Mistake => ({
  changes: inEnglish(rightLink, `(${address})`),
  messages: [`${en}:26  link  ${message}`],
})
const moved = inEnglish(title, `${title}\naliases: [/docs/addresses/]`)
const movedToo = inChinese('title: 钱包与网络', 'title: 钱包与网络\naliases: [/docs/addresses/]')
const versions = Object.fromEntries(
  ['en', 'zh'].flatMap((locale) =>
    ['terms', 'terms/2026-11-21'].map((name) => {
      const day = name === 'terms' ? '2026-11-22' : '2026-11-21'
      const text = legalText.replace(
        '2026-11-22',
        `${day}\nsummary: ${name === 'terms' ? 'Clearer words.' : 'First words.'}`,
      )
      return [
        `src/content/legal/${locale}/${name}.md`,
        locale === 'en' ? text : text.replace('Terms', '条款').replace('Text.', '正文。'),
      ]
    }),
  ),
)

/** Addresses of links. */
export const linkMistakes: Readonly<Record<string, Mistake>> = {
  'a link to a page that does not exist': written(
    '/docs/payment-pasword/',
    'There is no page /docs/payment-pasword/. Write /docs/payment-password/.',
  ),
  'a link without its closing slash': written(
    '/docs/payment-password',
    '“/docs/payment-password” has no slash at its end. Write /docs/payment-password/.',
  ),
  'a link without its closing slash, before an anchor': written(
    '/docs/withdrawals?a=b#minimums',
    '“/docs/withdrawals” has no slash at its end. Write /docs/withdrawals/?a=b#minimums.',
  ),
  'a link to a file': written(
    'payment-password.md',
    '“payment-password.md” does not begin with a slash. Write /docs/payment-password/.',
  ),
  'a link to a file beside it, with an anchor': written(
    './withdrawals.md#minimums',
    '“./withdrawals.md#minimums” does not begin with a slash. Write /docs/withdrawals/#minimums.',
  ),
  'a link without its first slash': written(
    'docs/payment-password/',
    '“docs/payment-password/” does not begin with a slash. Write /docs/payment-password/.',
  ),
  'a relative link to nothing': written(
    'somewhere-else',
    '“somewhere-else” does not begin with a slash. Write the address as in the browser, such as /docs/wallets/.',
  ),
  'a link to a file of the site': written(
    '/docs/payment-password.md',
    '“/docs/payment-password.md” is a file. Write the address of its page: /docs/payment-password/.',
  ),
  'a link to a file of the project': written(
    '/src/content/docs/en/payment-password.md',
    '“/src/content/docs/en/payment-password.md” is a file. Write the address of its page: /docs/payment-password/.',
  ),
  'a link with the folder of a picture': written(
    '/public/favicon.svg',
    'There is no page /public/favicon.svg. Write /favicon.svg.',
  ),
  'a link with the folder of its language': written(
    '/docs/en/payment-password/',
    'There is no page /docs/en/payment-password/. Write /docs/payment-password/.',
  ),
  'a link with the folder of pages': written('/pages/about/', 'There is no page /pages/about/. Write /about/.'),
  'a link in capital letters': written(
    '/Docs/Payment-Password/',
    'There is no page /Docs/Payment-Password/. Write /docs/payment-password/.',
  ),
  'a link with two slashes': written(
    '/docs//payment-password/',
    'There is no page /docs//payment-password/. Write /docs/payment-password/.',
  ),
  'a link with slashes of Windows': written(
    '\\docs\\payment-password',
    'There is no page \\docs\\payment-password. Write /docs/payment-password/.',
  ),
  'a link to a question as a page': written(
    '/faq/wallets/keys/',
    'There is no page /faq/wallets/keys/. Write /faq/wallets/#keys.',
  ),
  'a link to a former address': {
    changes: [...moved, ...movedToo, ...inEnglish(rightLink, '(/docs/addresses/#networks)')],
    messages: [`${en}:27  link  “/docs/addresses/” is a former address. Write /docs/wallets/#networks.`],
  },
  'a link to a former address without its slash, in Chinese': {
    changes: [...moved, ...movedToo, ...inChinese(rightLink, '(/docs/addresses)')],
    messages: [`${zh}:27  link  “/docs/addresses” is a former address. Write /docs/wallets/.`],
  },
  'a link to the Chinese page': {
    changes: inChinese(rightLink, '(/zh/docs/payment-password/)'),
    messages: [
      `${zh}:26  link  “/zh/docs/payment-password/” leads to the Chinese page from both languages. Write /docs/payment-password/: a Chinese text then leads to the Chinese page.`,
    ],
  },
  'a link to the Chinese page, with an anchor and no slash': {
    changes: inEnglish(rightLink, '(/zh/docs/withdrawals#minimums)'),
    messages: [
      `${en}:26  link  “/zh/docs/withdrawals” leads to the Chinese page from both languages. Write /docs/withdrawals/#minimums: a Chinese text then leads to the Chinese page.`,
    ],
  },
  'a link to a version of the terms that never applied': {
    more: versions,
    changes: inEnglish(rightLink, '(/terms/2026-11-20/)'),
    messages: [
      `${en}:26  link  There is no version of 2026-11-20. Write /terms/ for the one in force, or a version by its day: 2026-11-22, 2026-11-21.`,
    ],
  },
  'a link with the domain': written(
    'https://idleforge.example/docs/payment-password/',
    '“https://idleforge.example/docs/payment-password/” is the address of this site. Write /docs/payment-password/, which works in every language.',
  ),
  'a link with the domain to the Chinese page': written(
    'https://www.idleforge.example/zh/docs/payment-password#x',
    '“https://www.idleforge.example/zh/docs/payment-password#x” is the address of this site. Write /docs/payment-password/#x, which works in every language.',
  ),
  'a link that is not encrypted': written(
    'http://aleo.org/',
    '“http://aleo.org/” is not encrypted. Write https://aleo.org/, if it opens.',
  ),
  'a link without a protocol': written(
    'www.aleo.org/blog',
    '“www.aleo.org/blog” has no protocol. Write https://www.aleo.org/blog, if it opens.',
  ),
  'a link with half a protocol': written(
    '//aleo.org/',
    '“//aleo.org/” has no protocol. Write https://aleo.org/, if it opens.',
  ),
  'a link to an e-mail address': written(
    'me@example.org',
    '“me@example.org” is an e-mail address. Write mailto:me@example.org.',
  ),
  'a link without an address': written('', 'The link has no address. Write the address between the round brackets.'),
  'a link with a script': written(
    'javascript:go',
    '“javascript:go” is no address of a page. Link to a page, to https://… or to mailto:….',
  ),
  'a link to the site on the own computer': {
    changes: inEnglish(rightLink, '(http://127.0.0.1:8080/zh/docs/withdrawals)'),
    messages: [
      'src/content/docs/en/wallets.md:26  link  “http://127.0.0.1:8080/zh/docs/withdrawals” is the address of this site on your computer. Write /docs/withdrawals/, which works for every reader.',
    ],
  },
  'a link whose round bracket is not closed': {
    changes: inEnglish('## Networks', 'See [withdrawals](/docs/withdrawals/ now.\n\n## Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  link  “[withdrawals](/docs/withdrawals/ now.” shows as it stands, with its brackets. Close the round bracket right after the address.',
    ],
  },
  'a link with a space between its brackets': {
    changes: inEnglish(`]${rightLink}`, `] ${rightLink}`),
    messages: [
      `${en}:26  link  “[payment password] (/docs/payment-password/)” shows as it stands, with its brackets. Write a link as [text](/docs/wallets/), without a space between the brackets.`,
    ],
  },
  'a link with a space in its address': written(
    '/docs/payment password/',
    '“[payment password](/docs/payment password/)” shows as it stands, with its brackets: a space ends an address. Write it without spaces: (/docs/payment-password/), and name the file or page so.',
  ),
  'a picture with a space in its name': {
    changes: inEnglish('## Networks', '![The rig](./my rig.png)\n\n## Networks'),
    messages: [
      `${en}:11  link  “[The rig](./my rig.png)” shows as it stands, with its brackets: a space ends an address. Write it without spaces: (./my-rig.png), and name the file or page so.`,
    ],
  },
  'a title between curly quotes': {
    changes: inEnglish(rightLink, '(/docs/payment-password/ “How it works”)'),
    messages: [
      `${en}:26  link  “[payment password](/docs/payment-password/ “How it works”)” shows as it stands, with its brackets: a space ends an address. Put the title between straight double quotes: (/docs/payment-password/ "How it works")`,
    ],
  },
}

/** Addresses that are right, however they are written. */
export const rightLinks: readonly string[] = [
  '/docs/withdrawals/?a=b#minimums',
  '/faq/wallets/#keys',
  '/favicon.svg',
  '#networks',
  '/user/earnings/withdrawals',
  '/docs/payment-password/ "How it works"',
  '</docs/payment-password/>',
  'mailto:me@example.org',
  'HTTPS://aleo.org/',
]
/** Addresses of versions of the terms, with which `versions` are planted. */
export const rightVersions = { files: versions, links: ['/terms/', '/terms/2026-11-22/', '/terms/2026-11-21/'] }
