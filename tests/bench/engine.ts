/**
 * Hashes a second of one thread: the SIMD engine against the JavaScript engine, in turn in one process, by CPU time, so that a busy
 * machine slows both. Run: `node tests/bench/engine.ts [rounds=9]`; with BENCH_GATE=1 it fails where the best round of the one is under
 * 3.5 times the best round of the other. The goal is 4.5 times.
 */
import { cpuUsage } from 'node:process'
import { writeSimdModule } from '#lib/engine/simd-module.ts'
import { compileSimd } from '#service/programs/miner/compile-simd.ts'
import { createJavascriptSearch, type NonceSearch } from '#service/programs/miner/nonce-search.ts'
import { createSimdSearch } from '#service/programs/miner/simd-search.ts'
import { gate } from './median.ts'

const [rounds = 9] = process.argv.slice(2).map(Number)
const MIN_RATIO = 3.5
const module = compileSimd()
if (!module) throw new Error('WebAssembly SIMD does not work here')
/** Nonces of a round: about half a second each. */
const engines = [
  { engine: createSimdSearch(module), nonces: 2 ** 22 },
  { engine: createJavascriptSearch(), nonces: 2 ** 20 },
]

function megahashes({ engine, nonces }: { engine: NonceSearch; nonces: number }): number {
  engine.setChallenge('c3'.repeat(32))
  const before = cpuUsage()
  engine.search({ high: 9, first: 0, count: nonces }, 0)
  const { user, system } = cpuUsage(before)
  return nonces / (user + system)
}

// The first round of each is compiled while it runs.
for (const one of engines) megahashes(one)
const measured = Array.from({ length: rounds }, () => engines.map(megahashes))
for (const [simd = 0, javascript = 0] of measured)
  console.log(
    `SIMD ${simd.toFixed(2)} MH/s, JavaScript ${javascript.toFixed(2)} MH/s, ${(simd / javascript).toFixed(2)}x`,
  )
const [simd = 0, javascript = 0] = engines.map((_, index) => Math.max(...measured.map((rates) => rates[index] ?? 0)))
console.log(`The module has ${writeSimdModule().length} bytes.`)
gate('best round of each', simd / javascript, MIN_RATIO)
