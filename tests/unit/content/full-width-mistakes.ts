import { inChinese, type Mistake } from './mistake.ts'

/** Lines in which a Chinese input method has typed the signs of Markdown, with the remedy for each. */
const lines: readonly (readonly [name: string, line: string, shown: string, remedy: string])[] = [
  ['a note', '：：：warning', '：：：warning', ':::warning'],
  ['a heading', '＃＃ 说明', '＃＃ 说明', '## 说明'],
  ['a figure', '最多 ｛｛wallets.nameLength｝｝ 个字符。', '｛｛wallets.nameLength｝｝', '{{wallets.nameLength}}'],
  [
    'the round brackets of a link',
    '见[钱包]（/docs/wallets/）。',
    '[钱包]（/docs/wallets/）',
    '[钱包](/docs/wallets/)',
  ],
  [
    'all brackets of a link',
    '见【钱包】（／docs／wallets／）。',
    '【钱包】（／docs／wallets／）',
    '[钱包](/docs/wallets/)',
  ],
  ['a picture', '！[窗口](./miner-window.png)', '！[窗口', '![窗口'],
  ['bold', '这是＊＊重点＊＊。', '＊＊', '**'],
  ['code', '输入｀exit｀。', '｀', '`'],
  ['the number of a list', '１．打开程序。', '１．打开程序。', '1. 打开程序。'],
  ['the comma of a list', '1、打开程序。', '1、打开程序。', '1. 打开程序。'],
]

export const fullWidthMistakes: Readonly<Record<string, Mistake>> = Object.fromEntries(
  lines.map(([name, line, shown, remedy]) => [
    `full-width signs for ${name}`,
    {
      changes: inChinese('## 网络', `${line}\n\n## 网络`),
      messages: [
        `src/content/docs/zh/wallets.md:11  full-width  “${shown}” has full-width signs, which Markdown does not read. Write ${remedy}`,
      ],
    },
  ]),
)
