// The code of the app: smali with the address, the script of the pages and the ids of resources filled in.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runTool } from '../tools.mjs'

const folder = path.join(import.meta.dirname, 'files')

/** A text between the quotes of a smali string: JSON has the same escapes. */
const escapeSmali = (text) => JSON.stringify(text).slice(1, -1)

/** The ids that aapt2 has given, by `type/name`. */
export const parseIds = (text) =>
  Object.fromEntries([...text.matchAll(/:(\w+\/\w+) = (0x[0-9a-f]{8})$/gm)].map(([, name, id]) => [name, id]))

/** Fills `@NAME@` and `@type/name@`. A comment may name neither. */
export function fillSmali(source, values) {
  return source.replace(/@([A-Z_]+|[a-z]+\/\w+)@/g, (token, name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`The smali of the app has ${token}, which is unknown.`)
    return values[name]
  })
}

/** `classes.dex` of the app. `ids` is what aapt2 has written by `--emit-ids`. */
export function buildDex({ work, origin, ids }) {
  const script = readFileSync(path.join(folder, 'page.js'), 'utf8')
  const values = { ...parseIds(ids), ORIGIN: escapeSmali(origin), PAGE_SCRIPT: escapeSmali(script) }
  const filled = path.join(work, 'smali')
  mkdirSync(filled)
  for (const name of readdirSync(path.join(folder, 'smali')))
    writeFileSync(path.join(filled, name), fillSmali(readFileSync(path.join(folder, 'smali', name), 'utf8'), values))
  // The form of code that Android 7 reads. With more than one thread, smali orders annotations and lists by which ends first.
  runTool('smali', ['assemble', '--jobs', '1', '--api', '24', '--output', 'classes.dex', 'smali'], { cwd: work })
  return readFileSync(path.join(work, 'classes.dex'))
}
