import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '')

test("only tests know Solana's libraries: the service and what users load do without them", () => {
  const files = globSync(['service/**/*.ts', 'src/**/*.{ts,tsx,astro}', 'scripts/**/*.{ts,mjs}'])
  expect(files.length).toBeGreaterThan(500)
  const isTheirs = (name: string) => /^(?:litesvm|@solana(?:-program)?)(?:\/|$)/.test(name)
  expect(files.filter((file) => importsOf(file).some(isTheirs))).toEqual([])
})

test("Solana's folder takes nothing of another network's, and no curve that would be loaded at each start", () => {
  const files = globSync('service/chains/solana/*.ts')
  expect(files.length).toBeGreaterThan(15)
  const names = files.flatMap(importsOf)
  expect(names).toContain('../network.ts')
  expect(names.filter((name) => /^(?:viem|@noble\/curves)(?:\/|$)|\/(?:evm|tron)\//.test(name))).toEqual([])
})

test('the files that speak to a node are loaded with the first question, not with the list of networks', () => {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    const source = readFileSync(`service/chains/solana/${file}`, 'utf8')
    for (const [, next] of source.matchAll(/^import (?!type ).* from '\.\/(.+)'$/gm)) load(next ?? '')
  }
  load('network.ts')
  expect([...loaded].sort()).toEqual(['addresses.ts', 'facts.ts', 'keys.ts', 'network.ts', 'programs.ts'])
})
