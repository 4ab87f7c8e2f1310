import { en, inChinese, inEnglish, type Mistake, zh } from './mistake.ts'

/** Lines in front of the first heading, and the messages that they get. */
const before = (lines: string, ...messages: readonly string[]): Mistake => ({
  changes: inEnglish('## Networks', `${lines}\n\n## Networks`),
  messages: messages.map((message) => `${en}:${message}`),
})

/** Markdown that is valid and shows something else than its author meant. */
export const layoutMistakes: Readonly<Record<string, Mistake>> = {
  'a row with a cell less': before(
    '| Coin | Network |\n| - | - |\n| ALEO |',
    '13  table  The row has 1 cell, and the head of the table has 2. Write a | for each cell, also for an empty one; a | within a text is written \\|',
  ),
  'a row with a cell more': before(
    '| Coin | Network |\n| - | - |\n| ALEO | Aleo | fast |\n| USDT | Tron |',
    '13  table  The row has 3 cells, and the head of the table has 2. Write a | for each cell, also for an empty one; a | within a text is written \\|',
  ),
  'a table without its line of hyphens': before(
    '| Coin | Network |\n| ALEO | Aleo |',
    '11  table  The table shows as it stands, with its lines. Write a line of hyphens below the head: | - | - |',
  ),
  'a block of code that is not closed': before(
    '```sh\nls',
    '11  code-open  The block of code that begins here is not closed. Write ``` on a line of its own below its last line.',
  ),
  'a code that does not end': before(
    'Use `ls now.',
    '11  code  A code begins with ` and does not end. Write ` before and after it, in one line.',
  ),
  'curly quotes in a block of code': before(
    '```sh\nls\necho “hello”\n```',
    '13  code  The sign “ in code is no quotation mark for a program. Write straight ones, " or \'.',
  ),
  'a paragraph that is indented': before(
    '    A paragraph from a letter.',
    '11  code  The paragraph is indented by four spaces, which makes code of it. Begin it at the start of the line; write code between lines of ```.',
  ),
  'bold that does not end': before(
    'First.\nThis is **bold text.',
    '12  emphasis  The signs ** show as they stand. Write **bold** with both pairs close to the words, and punctuation marks outside of them.',
  ),
  'bold with its Chinese mark inside': {
    changes: inChinese('## 网络', '请使用**自己的地址。**并核对网络。\n\n## 网络'),
    messages: [
      `${zh}:11  emphasis  The signs ** show as they stand. Write **bold** with both pairs close to the words, and punctuation marks outside of them.`,
    ],
  },
  'entries without a space': before(
    '-One\n-Two',
    '11  list  “-One” is no entry of a list without a space. Write - One',
    '12  list  “-Two” is no entry of a list without a space. Write - Two',
  ),
  'a heading twice': {
    changes: inEnglish('## Add a wallet', '## Networks'),
    messages: [
      `${en}:24  heading-twice  “Networks” is the heading of line 11 as well. Word one of them otherwise: contents and links tell them apart by it.`,
    ],
  },
  'a conflict of two changes': before(
    '<<<<<<< HEAD\nOne 3!\n=======\nTwo\n>>>>>>> main',
    '11  merge-conflict  Git has left both versions of a changed text here. Keep the right one of both versions, and remove the lines of <<<<<<<, ======= and >>>>>>>.',
  ),
}

/** Markdown that shows what it says. */
export const rightLayouts: readonly string[] = [
  '| Coin | Network |\n| :-- | --: |\n| a \\| b | `c | d` |',
  '- One\n\t- Two\n\t\t- Three',
  '- One\n\n  ```sh\n  ls "a"\n  ```\n\n- Two',
  '> **Bold** and `code`, __bold__ and *more*.',
  '~~~sh\necho ```\n~~~',
]
