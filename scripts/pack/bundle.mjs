// The miner as one text, and the npm packages that are in it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildMiner } from '../lib/miner.mjs'
import { root } from '../lib/setup.mjs'

/** The folder of the package that a file belongs to; undefined for a file of ours. */
const packageOf = (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll('\\', '/'))?.[0]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The text of the miner as users download it, and the packages in it: name, version, licence and its text. */
export async function bundleMiner() {
  const { output } = await buildMiner()
  const [chunk] = output
  const { packages: locked } = readJson(path.join(root, 'package-lock.json'))
  const folders = [...new Set(Object.keys(chunk.modules).map(packageOf))].filter((folder) => folder !== undefined)
  const packages = folders.sort().map((folder) => {
    const { name, version, license } = readJson(path.join(folder, 'package.json'))
    const { integrity } = locked[path.relative(root, folder).replaceAll('\\', '/')]
    return { name, version, license, integrity, licenceText: licenceIn(folder) }
  })
  return { source: chunk.code, packages }
}

function licenceIn(folder) {
  for (const name of ['LICENSE', 'LICENSE.md', 'LICENSE.txt'])
    try {
      return readFileSync(path.join(folder, name), 'utf8').trim()
    } catch {}
  throw new Error(`${folder} has no licence text, which the packages must contain.`)
}
