// Lists the texts that wait: npm run content -- status
import { readTextFiles } from '../../src/content/text-files.ts'
import { formatWaiting, waitingTexts } from '../../src/lib/text/content/translations.ts'

/** Returns the lines to print. */
export function listWaiting(root) {
  const files = readTextFiles(root)
  const waiting = waitingTexts(files)
  const count = (kind) => waiting.filter((one) => one.kind === kind).length
  return [
    ...waiting.map(formatWaiting),
    `${files.length} texts: ${count('missing')} without a translation, ${count('older')} older than their original, ${count('draft')} drafts`,
  ]
}
