// Lists the texts that wait: npm run content -- status
import { readTextFiles } from '../../src/content/text-files.ts'
import { formatWaiting, waitingTexts } from '../../src/lib/text/content/translations.ts'
import { root } from '../lib/setup.mjs'

const files = readTextFiles(root)
const waiting = waitingTexts(files)
const count = (kind) => waiting.filter((one) => one.kind === kind).length
for (const line of waiting) console.log(formatWaiting(line))
console.log(
  `${files.length} texts: ${count('missing')} without a translation, ${count('older')} older than their original, ${count('draft')} drafts`,
)
