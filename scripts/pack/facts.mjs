// Companions of each package: its hash, its bill of materials, and the facts of its build.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { billOfMaterials } from './sbom.mjs'

export const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex')

const writeJson = (file, data) => writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`)

/** Writes a package and its companions. `facts` are those that only the builder knows. */
export function writePackage(folder, { file, content, facts, parts, seconds }) {
  const at = path.join(folder, file)
  const sha256 = sha256Of(content)
  writeFileSync(at, content)
  writeFileSync(`${at}.sha256`, `${sha256}  ${file}\n`)
  writeJson(`${at}.cdx.json`, billOfMaterials({ file, sha256, version: facts.version, seconds, ...parts }))
  writeJson(`${at}.facts.json`, { file, sha256, size: content.length, ...facts })
}
