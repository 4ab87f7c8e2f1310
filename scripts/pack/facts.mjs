// Companions of each package: its hash, its bill of materials, and the facts of its build.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { billOfMaterials } from './sbom.mjs'

const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex')

const writeJson = (file, data) => writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`)

/** Writes a package and its companions. `facts` are those that only the builder knows. */
export function writePackage(folder, { file, content, facts, parts, seconds }) {
  const at = path.join(folder, file)
  const sha256 = sha256Of(content)
  writeFileSync(at, content)
  writeSum(at, sha256)
  writeJson(`${at}.cdx.json`, billOfMaterials({ file, sha256, version: facts.version, seconds, ...parts }))
  writeJson(`${at}.facts.json`, { file, sha256, size: content.length, ...facts })
}

const writeSum = (file, sha256) => writeFileSync(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`)

/** Removes every package of a folder with its companions, and nothing else: any folder can be named. */
export function removePackages(folder) {
  for (const facts of readdirSync(folder).filter((name) => name.endsWith('.facts.json'))) {
    const file = path.join(folder, facts.slice(0, -'.facts.json'.length))
    for (const end of ['', '.sha256', '.cdx.json', '.facts.json']) rmSync(`${file}${end}`, { force: true })
  }
}

/** Notes that a package was signed elsewhere: its bytes are others than those that were packed. */
export function noteSignature(file) {
  const content = readFileSync(file)
  const sha256 = sha256Of(content)
  const [facts, bill] = ['facts', 'cdx'].map((kind) => JSON.parse(readFileSync(`${file}.${kind}.json`, 'utf8')))
  if (facts.sha256 === sha256) throw new Error(`${file} is the file that was packed: sign it first.`)
  bill.metadata.component.hashes = [{ alg: 'SHA-256', content: sha256 }]
  writeSum(file, sha256)
  writeJson(`${file}.cdx.json`, bill)
  writeJson(`${file}.facts.json`, { ...facts, sha256, size: content.length, signed: true })
}
