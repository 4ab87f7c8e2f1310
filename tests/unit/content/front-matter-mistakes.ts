import { inChinese, inEnglish, keys, legalText, type Mistake, title } from './mistake.ts'

/** Mistakes in the front matter. */
export const frontMatterMistakes: Readonly<Record<string, Mistake>> = {
  'a number for a title': {
    changes: inEnglish(title, 'title: 42'),
    messages: [
      'src/content/docs/en/wallets.md:2  field-value  “title” is the number 42, and has to be a text. Put it between double quotes: title: "42"',
    ],
  },
  'a word for a number': {
    changes: inEnglish('order: 3', 'order: third'),
    messages: [
      'src/content/docs/en/wallets.md:5  field-value  “order” is the text “third”, and has to be a whole number. Write, for example, order: 3',
    ],
  },
  'an order in quotes': {
    changes: inEnglish('order: 3', 'order: "3"'),
    messages: [
      'src/content/docs/en/wallets.md:5  field-value  “order” is the text “3”, and has to be a whole number. Write, for example, order: 3',
    ],
  },
  'half an order': {
    changes: inEnglish('order: 3', 'order: 2.5'),
    messages: [
      'src/content/docs/en/wallets.md:5  field-value  “order” is the number 2.5, and has to be a whole number. Write, for example, order: 3',
    ],
  },
  'a misspelled field': {
    changes: inEnglish('description:', 'descripton:'),
    messages: [
      'src/content/docs/en/wallets.md:3  field-unknown  There is no field “descripton” in docs. Write description.',
    ],
  },
  'a field of another folder': {
    changes: inEnglish('order: 3', 'order: 3\ntypes: [1]'),
    messages: [
      'src/content/docs/en/wallets.md:6  field-unknown  There is no field “types” in docs. Remove the line; the fields are title, description, updated, translationOf, aliases, draft, group, order, drawing.',
    ],
  },
  'a missing field': {
    changes: inEnglish(/updated: .*\n/, ''),
    messages: [
      'src/content/docs/en/wallets.md:6  field-missing  The field “updated” is missing. Add a line such as updated: 2026-11-22',
    ],
  },
  'an empty field': {
    changes: inEnglish(title, 'title:'),
    messages: [
      'src/content/docs/en/wallets.md:2  field-value  “title” is empty. Write, for example, title: Wallets and networks',
    ],
  },
  'a group that does not exist': {
    changes: inEnglish('group: money', 'group: monney'),
    messages: [
      'src/content/docs/en/wallets.md:4  field-value  “group” is the text “monney”. Write group: money (possible: start, money, market, grow, reference).',
    ],
  },
  'a date that is none': {
    changes: inEnglish(/updated: .*/, 'updated: last week'),
    messages: [
      'src/content/docs/en/wallets.md:6  field-value  “updated” is the text “last week”, and has to be a date that exists. Write, for example, updated: 2026-11-22',
    ],
  },
  'a fact of the loader': {
    changes: inEnglish('order: 3', 'order: 3\nisAlone: true'),
    messages: [
      'src/content/docs/en/wallets.md:6  field-unknown  There is no field “isAlone” in docs. Remove the line; the fields are title, description, updated, translationOf, aliases, draft, group, order, drawing.',
    ],
  },
  'a draft of a legal text': {
    more: {
      'src/content/legal/en/terms.md': legalText.replace('title', 'draft: true\ntitle'),
      'src/content/legal/zh/terms.md': legalText.replace('Terms', '条款').replace('Text.', '正文。'),
    },
    messages: [
      'src/content/legal/en/terms.md:2  field-unknown  There is no field “draft” in legal. Remove the line; the fields are title, updated, summary.',
    ],
  },
  'a draft that is yes': {
    changes: inEnglish('order: 3', 'order: 3\ndraft: yes'),
    messages: [
      'src/content/docs/en/wallets.md:6  field-value  “draft” is the text “yes”, and has to be true or false. Write, for example, draft: true',
    ],
  },
  'one alias without a list': {
    changes: inEnglish('order: 3', 'order: 3\naliases: /docs/old/'),
    messages: [
      'src/content/docs/en/wallets.md:6  field-value  “aliases” is the text “/docs/old/”, and has to be a list. Write, for example, aliases: [/docs/old-name/]',
    ],
  },
  'a short description': {
    changes: inEnglish(/description: .*/, 'description: All of it.'),
    messages: [
      'src/content/docs/en/wallets.md:3  field-value  “description” has 10 characters. Write at least 21, since it stands in search results below the title.',
    ],
  },
  'a long description': {
    changes: inEnglish(/description: .*/, `description: ${'All about networks. '.repeat(12)}`),
    messages: [
      'src/content/docs/en/wallets.md:3  field-value  “description” has 239 characters. Shorten it to 200: search engines show no more.',
    ],
  },
  'a type of no product line': {
    changes: [{ file: keys, from: 'order:', to: 'types: [3]\norder:' }],
    messages: [
      'src/content/faq/en/wallets/keys.md:3  field-value  “types” names a product line that does not exist. Write 1 for cloud mining, 2 for the mining agent: types: [1, 2]',
    ],
  },
  'a colon in a title': {
    changes: inEnglish(title, 'title: Wallets: and networks'),
    messages: [
      'src/content/docs/en/wallets.md:2  front-matter  The text has a colon in it, which begins another field. Put the whole text between double quotes.',
    ],
  },
  'a Chinese colon after a field': {
    changes: inChinese(/^title: /m, 'title：'),
    messages: [
      'src/content/docs/zh/wallets.md:2  front-matter  The colon after “title” is a full-width one. Write title: with the colon of an English keyboard and a space.',
    ],
  },
  'a Chinese colon after the last field': {
    changes: inChinese(/^updated: /m, 'updated：'),
    messages: [
      'src/content/docs/zh/wallets.md:6  front-matter  The colon after “updated” is a full-width one. Write updated: with the colon of an English keyboard and a space.',
    ],
  },
  'a number sign in a title': {
    changes: inEnglish(title, 'title: Wallets # networks'),
    messages: [
      'src/content/docs/en/wallets.md:2  field-cut  “# networks” is left out, since front matter takes it for a remark. Put the whole text between double quotes.',
    ],
  },
  'a quotation mark that is not closed': {
    changes: inEnglish(title, 'title: "Wallets and networks'),
    messages: [
      'src/content/docs/en/wallets.md:2  front-matter  The quotation mark is not closed. Begin and end the text with a double quote, and write no other double quote in it.',
    ],
  },
  'no space after the colon': {
    changes: inEnglish('group: money', 'group:money'),
    messages: [
      'src/content/docs/en/wallets.md:4  front-matter  There is no space after the colon. Write a space after the colon.',
    ],
  },
  'a title that begins with a sign': {
    changes: inEnglish(title, 'title: @wallets and networks'),
    messages: [
      'src/content/docs/en/wallets.md:2  front-matter  The text begins with a sign that has a meaning of its own in front matter. Put the whole text between double quotes.',
    ],
  },
  'a field twice': {
    changes: inEnglish('order: 3', 'order: 3\norder: 4'),
    messages: [
      'src/content/docs/en/wallets.md:6  front-matter  The field stands there twice. Remove one of the two lines.',
    ],
  },
  'a tab in the front matter': {
    changes: inEnglish('order: 3', '\torder: 3'),
    messages: [
      'src/content/docs/en/wallets.md:5  front-matter  There is a tab in the front matter. Write spaces in its place.',
    ],
  },
  'no front matter': {
    changes: inEnglish(/^---\n[\s\S]*?\n---\n\n/, ''),
    messages: [
      'src/content/docs/en/wallets.md:1  front-matter  The file has no front matter. Write --- in line 1, then the fields, then --- on a line of its own.',
    ],
  },
  'a line above the front matter': {
    changes: inEnglish(/^---/, '\n---'),
    messages: [
      'src/content/docs/en/wallets.md:1  front-matter  The front matter begins in line 2. Write --- in line 1, then the fields, then --- on a line of its own.',
    ],
  },
  'front matter that is not closed': {
    changes: inEnglish(/\n---\n/, '\n\n'),
    messages: [
      'src/content/docs/en/wallets.md:1  front-matter  The front matter is not closed. Write --- on a line of its own below the last field.',
    ],
  },
  'a title too long for the picture': {
    changes: inEnglish(
      title,
      'title: Wallets, networks, exchanges and all of the addresses that have ever been saved in an account',
    ),
    messages: [
      'src/content/docs/en/wallets.md:2  title-length  The title has 93 characters and is too long for the picture of the page. Shorten it to about 56.',
    ],
  },
  'a sign that the picture lacks': {
    changes: inChinese('title: 钱包与网络', 'title: 钱包囍网络'),
    messages: [
      'src/content/docs/zh/wallets.md:2  title-characters  The picture of the page cannot show 囍 in the title. Write the title with common characters.',
    ],
  },
}
