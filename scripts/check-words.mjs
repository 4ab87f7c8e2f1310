// Checks the words of the code: file names, error classes, identifiers and comments.
// - A file is named by a noun or by verb and noun: no bare gerund (`telling.ts`), no bare participle (`brought.ts`).
// - A class that extends an error ends in `Error`.
// - Names that were replaced by the field's terms (`Taker` by `PaymentHandler`) are not used again.
// - A comment gives a reason, a unit or a source: it does not begin with "What ...", "Who ..." or "Of ...".
// Run: node scripts/check-words.mjs [FOLDER ...]; without folders src, service, tests and scripts.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Nouns that end in -ing. */
const NOUNS = new Set(
  `binding building embedding landing listing mining paging pricing rating reading ring routing setting settings string
  marketing onboarding hosting polling logging billing backing`.split(/\s+/),
)
const PARTICIPLES = /^(?:brought|told|untold|heard|kept|lost|taken|given|gone|sent|left|bound|severed)$/
const PARTICLES = /^(?:in|out|up|off|over|away|back)$/
const UNCHECKED_NAMES = /^(?:service\/platform\/db\/migrations\/|src\/content\/|scripts\/new\/)/

/** Replaced names with their replacements: `mostShares`, `shareAsked` and `TOP_MOST` are found, `almost` is not. */
const BANNED = [
  ['PaymentHandler', /^(?:takers?|takerOf)$/i],
  ['interpolate', /^fillIn$/],
  ['publish', /^tellLive$/],
  ['acquireLease, releaseLease', /^(?:holdWatch|letGo)$/],
  ['refund, release', /^giveBack$/],
  ['flashMessage', /^leaveWord$/],
  ['requireSecondFactor', /^oweFactor$/],
  ['assertTermsAccepted', /^mustHaveAgreed$/],
  ['refusalReason', /^(?:whyOf|whyNone|whyNot[A-Z]\w*)$/],
  ['max..., MAX_', /^(?:most[A-Z]\w*|(?!at)\w+Most|MOST_\w+|\w+_MOST)$/],
  ['min..., MIN_', /^(?:least[A-Z]\w*|(?!at)\w+Least|LEAST_\w+|\w+_LEAST)$/],
  ['...Request, requested...', /^(?:\w*Asked|Asked\w+)$/],
  ['outbox', /^\w+Untold$/],
  ['WriteConflictError', /^Outrun$/],
  ['reverted', /^Undone$/],
  ['blockers', /^(?:\w+Obstacles?|Obstacles?)$/],
  ['saveRound', /^keepRound$/],
  ['pollSoon, PollResult', /^(?:lookSoon|Looked)$/],
  ['transactionStatus', /^(?:fateOf|Fate)$/],
  ['unswept', /^Lying$/],
  ['encrypt, decrypt', /^(?:unbox|boxOf|Boxes)$/],
  ['mutex, runExclusive', /^Turns$/],
  ['allocation', /^Disposals?$/],
  ['signInOptions', /^Doors$/],
  ['selfTest', /^secondOpinion$/],
  ['hotWalletBalances', /^floats$/],
]

/** Stored values, which keep their names: kinds of letters. */
const STORED = new Set(['closingAsked'])

/** Comments with this beginning paraphrase the declaration in a relative clause. */
const OPENING = /^(?:What|Who|Whoever|Whom|Whose|Whatever|Of)\b/

const isCode = (name) => /\.(?:ts|tsx|mts|mjs|astro|css|grit|tmpl)$/.test(name)
const isBuilt = (file) => /(?:^|\/)(?:node_modules|dist|\.astro|generated)\//.test(file)

const filesOf = (folder) =>
  statSync(path.join(root, folder)).isFile()
    ? [folder]
    : readdirSync(path.join(root, folder), { recursive: true })
        .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
        .filter((file) => isCode(file) && !isBuilt(file))

/** The problem of a file's name, or undefined. */
function nameProblem(file) {
  if (UNCHECKED_NAMES.test(file)) return undefined
  const stem = path.posix.basename(file).split('.')[0] ?? ''
  const [first = '', second, ...rest] = stem
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split('-')
  const isBare = second === undefined || (rest.length === 0 && PARTICLES.test(second))
  if (isBare && first.endsWith('ing') && !(second === undefined && NOUNS.has(first))) return 'bare gerund'
  if (isBare && PARTICIPLES.test(first)) return 'bare participle'
  return undefined
}

/** Lines of a text that open a comment, with the comment's first words. */
function* openings(lines) {
  let inBlock = false
  let isBlank = false
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (inBlock) {
      if (isBlank && text.replace(/^\*+/, '').trim()) {
        isBlank = false
        yield { index, words: text.replace(/^\*+\s*/, '') }
      }
      if (/\*\/|-->/.test(text)) inBlock = false
      continue
    }
    const block = /(?:^|[\s{(])(?:\/\*\*?|<!--)(?:\s+(.*))?$/.exec(text)
    if (block) {
      inBlock = !/\*\/|-->/.test(block[0])
      isBlank = !block[1]
      if (block[1]) yield { index, words: block[1] }
      continue
    }
    const isContinued = text.startsWith('//') && /^\s*\/\//.test(lines[index - 1] ?? '')
    const single = /^(?:[^'`]|'[^']*'|`[^`]*`)*?(?<!\S)\/\/\s+(.*)$/.exec(text)
    if (single && !isContinued) yield { index, words: single[1] }
  }
}

/** A line without its strings and comments. */
const code = (line) => (/^\s*(?:\*|\/\*)/.test(line) ? '' : line.replace(/'[^']*'/g, '').replace(/(^|\s)\/\/\s.*$/, ''))

function* problemsOf(file) {
  const name = nameProblem(file)
  if (name) yield `${file}: the file's name is a ${name}; name it by a noun or by verb and noun`
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [, errorClass] of text.matchAll(/\bclass (\w+) extends \w*(?:Error|Exception)\b/g))
    if (!errorClass.endsWith('Error')) yield `${file}: the error class ${errorClass} does not end in Error`
  const lines = text.split('\n')
  for (const { index, words } of openings(lines))
    if (OPENING.test(words))
      yield `${file}:${index + 1}: the comment begins with "${words.split(' ', 3).join(' ')} ..."`
  if (file === 'scripts/check-words.mjs') return
  for (const [index, line] of lines.entries())
    for (const word of new Set(code(line).match(/[A-Za-z_$][\w$]*/g)))
      for (const [use, banned] of BANNED)
        if (banned.test(word) && !STORED.has(word)) yield `${file}:${index + 1}: ${word}; write ${use}`
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'service', 'tests', 'scripts']
const problems = folders
  .map((folder) => folder.replace(/\/$/, ''))
  .flatMap(filesOf)
  .flatMap((file) => [...problemsOf(file)])
for (const problem of problems) console.error(problem)
console.log(`words: ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
