import { inChinese, inEnglish, keys, type Mistake } from './mistake.ts'

/** Mistakes in the text itself. */
export const textMistakes: Readonly<Record<string, Mistake>> = {
  'an anchor that does not exist': {
    changes: inEnglish('(/docs/payment-password/)', '(/docs/withdrawals/#minimum)'),
    messages: [
      'src/content/docs/en/wallets.md:26  anchor  /docs/withdrawals/ has no heading with the anchor “#minimum”. Write #minimums.',
    ],
  },
  'an anchor of the calculator that does not exist': {
    changes: inEnglish('(/docs/payment-password/)', '(/pc/#calculater)'),
    messages: [
      'src/content/docs/en/wallets.md:26  anchor  /pc/ has no heading with the anchor “#calculater”. Write #calculator.',
    ],
  },
  'an anchor in Chinese': {
    changes: inChinese('(/docs/payment-password/)', '(#添加钱包)'),
    messages: [
      'src/content/docs/zh/wallets.md:26  anchor  “#添加钱包” is the Chinese heading. Write #add-a-wallet: anchors are those of the English headings in both languages.',
    ],
  },
  'an unknown figure': {
    changes: inEnglish('{{wallets.nameLength}}', '{{wallets.nameLenght}}'),
    messages: [
      'src/content/docs/en/wallets.md:27  figure-unknown  There is no figure {{wallets.nameLenght}}. Write {{wallets.nameLength}}.',
    ],
  },
  'a figure with one brace too few': {
    changes: inEnglish('## Networks', 'Up to {wallets.nameLength} or {{wallets.nameLength}.\n\n## Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  figure-braces  {wallets.nameLength} shows as it stands. Write {{wallets.nameLength}}, with two braces on both sides.',
      'src/content/docs/en/wallets.md:11  figure-braces  {{wallets.nameLength} shows as it stands. Write {{wallets.nameLength}}, with two braces on both sides.',
    ],
  },
  'a footnote': {
    changes: inEnglish('## Networks', 'Read on[^1].\n\n## Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  link  “[^1]” is a footnote, which texts do without. Write the remark into the sentence, or into a note (:::note).',
    ],
  },
  'a typed figure': {
    changes: inEnglish('{{wallets.nameLength}}', '20'),
    messages: [
      'src/content/docs/en/wallets.md:27  figure-typed  “20” is typed by hand. Write {{accounts.passwordMost}} or {{ambassadors.demotion}} where it is a limit, a fee or a time of ours, and {{=20}} where it is part of a name.',
    ],
  },
  'a figure that no text tells any more': {
    changes: [...inEnglish('{{wallets.nameLength}}', 'some'), ...inChinese('{{wallets.nameLength}}', '若干')],
    messages: [
      'src/lib/text/figures.ts:1  figure-unused  No text tells the figure {{wallets.nameLength}}. Name it in a text in both languages, or remove its line.',
    ],
  },
  'an exclamation mark': {
    changes: inEnglish('may be lost.', 'may be lost!'),
    messages: [
      'src/content/docs/en/wallets.md:22  exclamation-mark  “lost!” has an exclamation mark, which our English does without. End the sentence with a full stop.',
    ],
  },
  'an em dash': {
    changes: inEnglish('look the same. If', 'look the same — if'),
    messages: [
      'src/content/docs/en/wallets.md:22  em-dash  “same — if” has an em dash, which our English does without. Write a comma, a colon or two sentences.',
    ],
  },
  'Chinese in an English text': {
    changes: inEnglish('may be lost.', 'may be lost 钱包.'),
    messages: [
      'src/content/docs/en/wallets.md:22  chinese-in-english  “lost 钱包.” is Chinese in an English text. Translate it.',
    ],
  },
  'an exclamation mark in Chinese': {
    changes: inChinese('资产丢失。', '资产丢失！'),
    messages: [
      'src/content/docs/zh/wallets.md:22  exclamation-mark  “误的网络可能导致资产丢失！” has an exclamation mark, which our Chinese does without. End the sentence with 。',
    ],
  },
  'Western punctuation in Chinese': {
    changes: inChinese('请先确认该', '请先确认,该'),
    messages: [
      'src/content/docs/zh/wallets.md:22  half-width-punctuation  “请先确认,该交易所支持您所选网络上” has Western punctuation after Chinese. Write “请先确认，该交易所支持您所选网络上”.',
    ],
  },
  'Chinese without a space beside Latin letters': {
    changes: inChinese('均非 Idleforge 工作人员', '均非Idleforge工作人员'),
    messages: [
      'src/content/docs/zh/wallets.md:9  space-beside-latin  “凡索要者均非Idleforge工作人员” is Chinese without a space beside Latin letters or digits. Write “凡索要者均非 Idleforge 工作人员”.',
    ],
  },
  'HTML for bold': {
    changes: inEnglish('may be lost.', 'may be <b>lost</b>.'),
    messages: ['src/content/docs/en/wallets.md:22  html  “<b>” is HTML, and texts are Markdown alone. Write **bold**.'],
  },
  'a script': {
    changes: inEnglish('## Networks', '<script>alert()</script>\n\n## Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  html  <script> is not allowed in a text: browsers would block it on this site. Remove it; a page that needs it is a matter for a developer.',
    ],
  },
  'a comment': {
    changes: inEnglish('## Networks', '<!-- Check this. -->\n\n## Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  html  The comment is sent to every reader. Remove it; notes for editors belong into the pull request.',
    ],
  },
  'a second title': {
    changes: [...inEnglish('## Networks', '# Networks'), ...inChinese('## 网络', '# 网络')],
    messages: [
      'src/content/docs/en/wallets.md:11  heading  “Networks” is a second title. Write ## Networks: the page has its title from the front matter.',
      'src/content/docs/zh/wallets.md:11  heading  “网络” is a second title. Write ## 网络: the page has its title from the front matter.',
    ],
  },
  'a skipped level': {
    changes: [
      ...inEnglish('## Edit and search', '#### Edit and search'),
      ...inChinese('## 修改与搜索', '#### 修改与搜索'),
    ],
    messages: [
      'src/content/docs/en/wallets.md:34  heading  “Edit and search” skips a level. Write ### Edit and search: a heading is one level below the one above it.',
      'src/content/docs/zh/wallets.md:34  heading  “修改与搜索” skips a level. Write ### 修改与搜索: a heading is one level below the one above it.',
    ],
  },
  'a heading without a space': {
    changes: inEnglish('## Networks', '##Networks'),
    messages: [
      'src/content/docs/en/wallets.md:11  heading  “##Networks” is no heading without a space. Write ## Networks',
    ],
  },
  'no text': {
    changes: [{ file: keys, from: /Never[\s\S]*/, to: '' }],
    messages: [
      'src/content/faq/en/wallets/keys.md:5  empty  There is no text below the front matter. Write it, or remove the file in both languages.',
    ],
  },
  'an emoji': {
    changes: inEnglish('may be lost.', 'may be lost 🙂.'),
    messages: [
      "src/content/docs/en/wallets.md:22  character  The site's font has no “🙂” (U+1F642). Write it in words, or with another sign.",
    ],
  },
  'an invisible sign': {
    changes: inEnglish('may be lost.', 'may be\u200b lost.'),
    messages: [
      'src/content/docs/en/wallets.md:22  character  There is a zero-width space (U+200B) in the text. Remove it: it came along with copied text.',
    ],
  },
}
