import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '')

test('only tests know tronweb: the service and what users load do without it', () => {
  const files = globSync(['service/**/*.ts', 'src/**/*.{ts,tsx,astro}', 'scripts/**/*.{ts,mjs}'])
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => importsOf(file).some((name) => /^tronweb(?:\/|$)/.test(name)))).toEqual([])
})

test("Tron's folder takes nothing of Ethereum's", () => {
  const files = globSync('service/chains/tron/*.ts')
  expect(files.length).toBeGreaterThan(15)
  const names = files.flatMap(importsOf)
  expect(names).toContain('../network.ts')
  expect(names.filter((name) => name === 'viem' || name.startsWith('viem/') || name.includes('/evm/'))).toEqual([])
})
