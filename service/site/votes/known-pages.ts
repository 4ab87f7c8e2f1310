import { fileURLToPath } from 'node:url'
import { readTextFiles } from '../../../src/content/text-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let known: ReadonlySet<string> | undefined

/** Paths of the pages of docs, guide and questions, without their language: `/docs/wallets/`, `/faq/wallets/`. */
export function knownPages(): ReadonlySet<string> {
  known ??= new Set(
    readTextFiles(root)
      .filter(({ folder, isDraft }) => ['docs', 'guide', 'faq'].includes(folder) && !isDraft)
      .map(({ address }) => address.replace(/#.*$/, '')),
  )
  return known
}
