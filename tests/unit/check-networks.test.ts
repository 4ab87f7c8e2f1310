import { expect, test } from 'vitest'
import { networkProblems } from '../../scripts/lib/network-uses.mjs'

const problemsOf = (file: string, source: string) => networkProblems(new Map([[file, source]]))
const OUTSIDE = 'service/money/deposits/sweeps.ts'

test.each([
  [`import type { Hex } from 'viem'`, 'imports viem'],
  [`const { getAddress } = await import('viem/utils')`, 'imports viem'],
  [`import { openReader } from '#service/chains/evm/chain-reader.ts'`, "another network's folder"],
  [`const send = (address: \`0x\${string}\`) => address`, 'type of 0x'],
  ['interface EvmSettings {}', 'name of Evm'],
  ['const settings = config.evm[chain]\nconst { evm } = config', 'name of Evm'],
  [`.select('nonce')`, 'knows nonces'],
])('%j is refused outside the folder of its network', (source, reason) => {
  expect(problemsOf(OUTSIDE, source)[0]).toContain(reason)
  expect(problemsOf('service/chains/evm/transfers.ts', source)).toEqual([])
})

test('a folder of a network uses no part of another one, and the list of networks uses all', () => {
  const source = `import { openNode } from '../evm/node.ts'`
  expect(problemsOf('service/chains/tron/reader.ts', source)[0]).toContain("another network's folder")
  expect(problemsOf('service/chains/networks.ts', `import { openEvmNetwork } from './evm/network.ts'`)).toEqual([])
})

test("parts of Tron's folder are used there and in the list of networks", () => {
  const source = `import { addresses } from '#service/chains/tron/addresses.ts'`
  expect(problemsOf(OUTSIDE, source)[0]).toContain("another network's folder")
  expect(problemsOf('service/chains/evm/network.ts', `import { toHex } from '../tron/addresses.ts'`)).toHaveLength(1)
  expect(problemsOf('service/chains/tron/reader.ts', source)).toEqual([])
  expect(problemsOf('service/chains/networks.ts', `import { openTronNetwork } from './tron/network.ts'`)).toEqual([])
})

test("parts of Solana's folder are used there and in the list of networks", () => {
  const source = `import { addresses } from '#service/chains/solana/addresses.ts'`
  expect(problemsOf(OUTSIDE, source)[0]).toContain("another network's folder")
  expect(problemsOf('service/chains/tron/payer.ts', `import { readKey } from '../solana/keys.ts'`)).toHaveLength(1)
  expect(problemsOf('service/chains/solana/payer.ts', source)).toEqual([])
  expect(problemsOf('service/chains/networks.ts', `import { openSolanaNetwork } from './solana/network.ts'`)).toEqual(
    [],
  )
})

test('comments, nonces of other things and texts that begin with 0x are allowed', () => {
  expect(problemsOf(OUTSIDE, "/** The nonce of an `Evm`. */\n// viem's nonce\nconst none = { token: '0x' }")).toEqual(
    [],
  )
  expect(problemsOf('service/platform/http/admission.ts', 'insert into nonces')).toEqual([])
})
