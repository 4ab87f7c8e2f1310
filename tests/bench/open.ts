/**
 * Opens per second on the service, on one core: the WebAssembly back end, @noble/curves and sm-crypto, interleaved in one
 * run. Run: `node tests/bench/open.ts`; with BENCH_GATE=1 it fails under 8 times sm-crypto.
 */
import { sm2 } from 'sm-crypto'
import { createNoble } from '#service/platform/http/sm2/noble.ts'
import { createSm2Opener } from '#service/platform/http/sm2/opener.ts'
import { createWasm } from '#service/platform/http/sm2/wasm.ts'
import { gate, median, usualPayload } from './median.ts'

const rounds = 12
const { privateKey, publicKey } = sm2.generateKeyPairHex()
const text = JSON.stringify(usualPayload)
const wasm = createSm2Opener({ privateKey, candidates: [createWasm] })
const noble = createSm2Opener({ privateKey, candidates: [createNoble] })
const sealed = Array.from({ length: 40 }, () => `04${sm2.doEncrypt(text, publicKey, 1)}`)

const openers = {
  wasm: { open: wasm.open, each: 40, rates: [] as number[] },
  noble: { open: noble.open, each: 12, rates: [] as number[] },
  'sm-crypto': {
    open: (q: string) => sm2.doDecrypt(q.slice(2), privateKey, 1),
    each: 8,
    rates: [] as number[],
  },
}

for (let round = 0; round <= rounds; round++) {
  for (const { open, each, rates } of Object.values(openers)) {
    const start = performance.now()
    const texts = sealed.slice(0, each).map((q) => open(q))
    if (texts.some((opened) => opened !== text)) throw new Error('opened something else')
    // The first round warms up.
    if (round > 0) rates.push((each * 1000) / (performance.now() - start))
  }
}

for (const [name, { rates }] of Object.entries(openers))
  console.log(`${name}: ${median(rates).toFixed(0)} opens a second`)
gate('wasm against sm-crypto', median(openers.wasm.rates) / median(openers['sm-crypto'].rates), 8)
