import { inChinese, inEnglish, legalText, type Mistake, question, title } from './mistake.ts'

/** Mistakes between texts, and in their names. */
export const setMistakes: Readonly<Record<string, Mistake>> = {
  'no Chinese legal text': {
    more: { 'src/content/legal/en/terms.md': legalText },
    messages: [
      'src/content/legal/en/terms.md:1  language-missing  There is no Chinese text of that name, and a legal text applies in both languages at once. Write src/content/legal/zh/terms.md as well.',
    ],
  },
  'no English version of a legal text': {
    more: { 'src/content/legal/zh/terms/2026-11-22.md': legalText },
    messages: [
      'src/content/legal/zh/terms/2026-11-22.md:1  language-missing  There is no English text of that name, and a legal text applies in both languages at once. Write src/content/legal/en/terms/2026-11-22.md as well.',
    ],
  },
  'a heading more in English': {
    changes: inEnglish('## Add a wallet', '## Before you begin\n\nRead on.\n\n## Add a wallet'),
    messages: [
      'src/content/docs/zh/wallets.md:38  language-headings  This text has 4 headings, and the English one has 5. Write the same ones in both: 网络 | 添加钱包 | 修改与搜索 | 地址的显示方式; in English: Networks | Before you begin | Add a wallet | Edit and search | How addresses are shown.',
    ],
  },
  'a heading more in Chinese': {
    changes: inChinese('## 修改与搜索', '## 说明\n\n请阅读。\n\n## 修改与搜索'),
    messages: [
      'src/content/docs/zh/wallets.md:42  language-headings  This text has 5 headings, and the English one has 4. Write the same ones in both: 网络 | 添加钱包 | 说明 | 修改与搜索 | 地址的显示方式; in English: Networks | Add a wallet | Edit and search | How addresses are shown.',
    ],
  },
  'a heading of another level': {
    changes: inChinese('## 修改与搜索', '### 修改与搜索'),
    messages: [
      'src/content/docs/zh/wallets.md:34  language-headings  “修改与搜索” begins with ###, and “Edit and search” in the English text (line 34) with ##. Write the same headings, in the same order and depth.',
    ],
  },
  'another order in Chinese': {
    changes: inChinese('order: 3', 'order: 9'),
    messages: [
      'src/content/docs/zh/wallets.md:5  language-fields  “order” is 9, and 3 in the English text. Write order: 3, or change src/content/docs/en/wallets.md.',
    ],
  },
  'one order twice': {
    changes: [...inEnglish('order: 3', 'order: 1'), ...inChinese('order: 3', 'order: 1')],
    messages: [
      'src/content/docs/en/wallets.md:5  order  The group money has two texts with order 1: this one and src/content/docs/en/earnings.md. Write order: 3, or number them all as they are to follow each other.',
      'src/content/docs/zh/wallets.md:5  order  The group money has two texts with order 1: this one and src/content/docs/zh/earnings.md. Write order: 3, or number them all as they are to follow each other.',
    ],
  },
  'one title twice': {
    changes: inEnglish(title, 'title: Payment password'),
    messages: [
      'src/content/docs/en/wallets.md:2  title-twice  src/content/docs/en/payment-password.md has the same title. Word one of them otherwise: readers and search engines tell pages apart by it.',
    ],
  },
  'an upper-case name': {
    more: {
      'src/content/faq/en/wallets/MyKeys.md': question.replace('1', '9'),
      'src/content/faq/zh/wallets/MyKeys.md': '---\nquestion: 新问题？\norder: 9\n---\n\n回答。\n',
    },
    messages: [
      'src/content/faq/en/wallets/MyKeys.md:1  name  “MyKeys” is no name for an address. Name it my-keys: lower-case letters, digits and single hyphens.',
      'src/content/faq/zh/wallets/MyKeys.md:1  name  “MyKeys” is no name for an address. Name it my-keys: lower-case letters, digits and single hyphens.',
    ],
  },
  'a page in a folder of its own': {
    more: {
      'src/content/docs/en/rigs/my-rig.md': sourceText('My rig'),
      'src/content/docs/zh/rigs/my-rig.md': chineseText('我的矿机'),
    },
    messages: [
      'src/content/docs/en/rigs/my-rig.md:1  place  No page is made from a file in this place. Move it to src/content/docs/en/my-rig.md.',
      'src/content/docs/zh/rigs/my-rig.md:1  place  No page is made from a file in this place. Move it to src/content/docs/zh/my-rig.md.',
    ],
  },
  'a question without a topic': {
    more: {
      'src/content/faq/en/my-question.md': question,
      'src/content/faq/zh/my-question.md': '---\nquestion: 新问题？\norder: 1\n---\n\n回答。\n',
    },
    messages: ['en', 'zh'].map(
      (locale) =>
        `src/content/faq/${locale}/my-question.md:1  place  No page is made from a file in this place. Move it into the folder of its topic, such as src/content/faq/${locale}/wallets/my-question.md.`,
    ),
  },
  'a page that nothing asks for': {
    more: {
      'src/content/pages/en/abuot.md':
        '---\ntitle: My page\ndescription: A page that nothing asks for.\nupdated: 2026-11-22\n---\n\nText.\n',
      'src/content/pages/zh/abuot.md':
        '---\ntitle: 我的页面\ndescription: 没有任何地方会用到的一个页面，也没有任何链接指向。\nupdated: 2026-11-22\n---\n\n正文。\n',
    },
    messages: [
      'src/content/pages/en/abuot.md:1  place  No page is made from “abuot”: pages holds about and bug-report alone. Name it about.md.',
      'src/content/pages/zh/abuot.md:1  place  No page is made from “abuot”: pages holds about and bug-report alone. Name it about.md.',
    ],
  },
  'a folder that does not exist': {
    more: { 'src/content/doc/en/wallets.md': 'text' },
    messages: ['src/content/doc/en/wallets.md:1  place  No page is made from files in doc. Move it into docs.'],
  },
  'a language that does not exist': {
    more: { 'src/content/docs/cn/wallets.md': 'text' },
    messages: [
      'src/content/docs/cn/wallets.md:1  place  “cn” is no language of the site. Move it into docs/en or docs/zh.',
    ],
  },
  'a file that is no Markdown': {
    more: { 'src/content/docs/en/wallets.docx': 'text' },
    messages: [
      'src/content/docs/en/wallets.docx:1  name  A text is a file whose name ends in .md, and this is no picture either. Rename it, or remove it.',
    ],
  },
  'a topic without a title': {
    more: {
      'src/content/faq/en/walets/new.md': question,
      'src/content/faq/zh/walets/new.md': '---\nquestion: 新问题？\norder: 1\n---\n\n回答。\n',
    },
    messages: [
      'src/content/faq/en/walets/new.md:1  topic  The topic “walets” has no title in public/locales/en/docs.json. Move the file into faq/en/wallets, or add "walets" to faq.topics there.',
      'src/content/faq/en/walets/new.md:1  topic  The topic “walets” has no title in public/locales/zh/docs.json. Move the file into faq/en/wallets, or add "walets" to faq.topics there.',
    ],
  },
  'a title without questions': {
    changes: [{ file: 'public/locales/en/docs.json', from: '"topics": {', to: '"topics": {\n      "rigs": "Rigs",' }],
    messages: [
      'public/locales/en/docs.json:4  topic  The topic “rigs” has a title, and no questions. Write src/content/faq/en/rigs/my-question.md, or remove the title in both languages.',
    ],
  },
}

function sourceText(name: string): string {
  return `---\ntitle: ${name}\ndescription: How a rig is built, bound and kept cool.\ngroup: start\norder: 9\nupdated: 2026-11-22\n---\n\nText.\n`
}

function chineseText(name: string): string {
  return `---\ntitle: ${name}\ndescription: 如何组装矿机、绑定到账户、开始赚取收益，并保持良好散热。\ngroup: start\norder: 9\nupdated: 2026-11-22\n---\n\n正文。\n`
}
