// A package of scripts/pack/package-lock.json as a component of a bill of materials.
import { createRequire } from 'node:module'

const { packages: locked } = createRequire(import.meta.url)('./package-lock.json')

export function lockedComponent(name) {
  const { version, license, integrity } = locked[`node_modules/${name}`]
  return { name, version, license, integrity }
}
