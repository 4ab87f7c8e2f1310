import { expect, test } from 'vitest'
import { networkProblems } from '../../scripts/lib/network-uses.mjs'
import { networkFiles, networkNameError } from '../../scripts/lib/new-network.mjs'

test.each(['', 'T', 'Tron', 'tron-2', '2tron', '../evm', 'a'.repeat(17)])('%j is no name of a network', (name) => {
  expect(networkNameError(name)).toContain('npm run new -- network')
})

test('a new network has a folder that keeps to itself, a world and a suite', () => {
  expect(networkNameError('tron')).toBeUndefined()
  const files = networkFiles('tron')
  expect([...files.keys()]).toEqual([
    'service/chains/tron/network.ts',
    'tests/_world/tron-network-world.ts',
    'tests/service/chains/tron.test.ts',
  ])
  expect(networkProblems(files)).toEqual([])
})
