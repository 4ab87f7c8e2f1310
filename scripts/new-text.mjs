// `npm run new -- page docs my-rig` and `npm run new -- question wallets my-question`: writes the files of both languages with their
// fields, and prints what is still to be written in them. Existing files are never overwritten.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { formatProblem } from '../src/lib/text/content/problem.ts'
import { checkContent } from './content/check.ts'
import { newTexts } from './content/new-text.ts'
import { readSite } from './content/read-site.ts'
import { fail, root } from './lib/setup.mjs'

const [kind, place = '', slug = ''] = process.argv.slice(2)
let files
try {
  files = newTexts(kind, place, slug, await readSite(root))
} catch (error) {
  fail(error.message)
}
for (const [file, text] of files) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
console.log('Still to be written:')
for (const problem of checkContent(await readSite(root)).filter(({ file }) => files.has(file)))
  console.log(`  ${formatProblem(problem)}`)
console.log('\nnpm run dev -- --site shows the page as soon as its fields are right. More: docs/guides/edit-content.md')
