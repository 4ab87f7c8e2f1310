// The packages that only packing needs, as scripts/pack/package-lock.json pins them.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { forms as allForms, builderNodePackage, licenceNodePackage } from './targets.mjs'

const { packages: locked } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package-lock.json'), 'utf8'))
/** For zips and for Windows programs: 0.1 MB. */
const TOOLS = ['resedit', 'yazl']
/** The engine for graphics cards, for all systems at once. */
const GPU = 'webgpu'

const placeOf = (name) => `node_modules/${name}`

/** A package as a component of a bill of materials. */
export function lockedComponent(name) {
  const { version, license, integrity } = locked[placeOf(name)]
  return { name, version, license, integrity }
}

/** Names of the packages that packing for these targets, in these forms, needs. */
export function packagesFor(targets, forms = allForms) {
  const nodes = targets.map(({ nodePackage }) => nodePackage)
  return [
    ...new Set([...TOOLS, builderNodePackage(), licenceNodePackage, ...nodes, ...(forms.includes('gpu') ? [GPU] : [])]),
  ]
}

/** The entries of the lock file for a package and all that it needs, by their places. */
export function lockedTree(name) {
  const tree = {}
  const add = (one) => {
    const place = placeOf(one)
    if (place in tree) return
    if (!(place in locked)) throw new Error(`scripts/pack/package-lock.json has no ${one}.`)
    tree[place] = locked[place]
    for (const dependency of Object.keys(locked[place].dependencies ?? {})) add(dependency)
  }
  add(name)
  return tree
}
