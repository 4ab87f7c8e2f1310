/**
 * Main-thread milliseconds for one sealed request of 230 bytes in Chromium, at full speed and four times slower:
 * ours with ready tickets against sm-crypto, in turn on one page, rows of five. Run: `node tests/bench/seal.ts`;
 * with BENCH_GATE=1 it fails under 100 times. CHROMIUM_PATH names another browser than the tests' own.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { sm2 } from 'sm-crypto'
import { build } from 'vite'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { chromiumArgs } from '../_world/chromium.ts'
import { gate, median, usualPayload } from './median.ts'
import type { Timings } from './seal/page.ts'

const rows = 25
const folder = await mkdtemp(join(tmpdir(), 'bench-seal-'))
const root = fileURLToPath(new URL('./seal', import.meta.url))
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  worker: { format: 'es' },
  build: { outDir: folder, emptyOutDir: true },
})

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const server = createServer(async (request, response) => {
  const name = request.url === '/' ? '/index.html' : (request.url ?? '')
  const body = await readFile(join(folder, name)).catch(() => undefined)
  // Isolated pages read the clock in steps of 5 us in place of 100 us.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  response.writeHead(body ? 200 : 404, { 'Content-Type': types[extname(name)] ?? 'text/plain' }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: chromiumArgs,
})
try {
  for (const slowdown of [1, 4]) {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const { ours, oracle } = await measure(page, slowdown)
    console.log(`${slowdown}x slower: ours ${ours.toFixed(3)} ms, sm-crypto ${oracle.toFixed(2)} ms a request`)
    gate(`sealing at ${slowdown}x`, oracle / ours, 100)
    await page.close()
  }
} finally {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true })
}

async function measure(page: Page, slowdown: number): Promise<{ ours: number; oracle: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (page.workers().length > 0) throw new Error('the page started a worker before it was asked')
  const { publicKey } = sm2.generateKeyPairHex()
  const running = page.evaluate(
    ({ publicKey, payload, rows }) => {
      const { measure } = globalThis as unknown as { measure(k: string, p: object, n: number): Promise<Timings> }
      return measure(publicKey, payload, rows)
    },
    { publicKey, payload: usualPayload, rows },
  )
  // Ours must come from the worker: the code that runs without one would be measured as well otherwise.
  const [timings] = await Promise.all([running, page.waitForEvent('worker')])
  return { ours: median(timings.ours), oracle: median(timings.oracle) }
}
