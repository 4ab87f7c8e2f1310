import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Share } from '#lib/contract/agent.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { bindCode } from '#lib/contract/devices.ts'
import { isShare } from '#service/platform/share-proof.ts'
import { startEngine } from '#service/programs/miner/engine.ts'
import { openGpu } from '#service/programs/miner/gpu/gpu-search.ts'
import { createJavascriptSearch } from '#service/programs/miner/nonce-search.ts'
import { createDesktop, startOnDesktop } from '#world/desktop.ts'
import { publishEngine } from '#world/engine.ts'
import { createOperator } from '#world/operator.ts'
import { enterWindow } from '#world/window-miner.ts'
import { createWorld, type World } from '#world/world.ts'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { root } from '../../scripts/lib/setup.mjs'
import { gpuPackage } from '../../scripts/pack/gpu.mjs'
import { ensurePackages } from '../../scripts/pack/install.mjs'

/** A Vulkan that computes on the processor comes with Debian's Chromium: the tests need no graphics card. */
const SOFTWARE_VULKAN = '/usr/lib/chromium/vk_swiftshader_icd.json'

const addons = join(root, 'scripts/pack/node_modules/webgpu/dist', `${process.platform}-${process.arch}`)
const addon = join(addons, 'dawn.node')

let world: World
let folder = ''
beforeAll(async () => {
  // The engine is packed as a zip.
  ensurePackages(['webgpu', 'yazl'])
  findChromium()
  expect(existsSync(SOFTWARE_VULKAN)).toBe(true)
  process.env.VK_ICD_FILENAMES = SOFTWARE_VULKAN
  folder = mkdtempSync(join(tmpdir(), 'gpu-'))
  process.env.XDG_RUNTIME_DIR = folder
  world = await createWorld()
}, 1_200_000)
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

test('the card finds what the processor finds, also where a search finds more than it can note', async () => {
  const gpu = await openGpu(addon)
  const processor = createJavascriptSearch()
  for (const search of [gpu, processor]) search.setChallenge('5a'.repeat(32))
  const cases = [
    { range: { high: 1, first: 2 ** 32 - 4096, count: 4096 }, limit: 2 ** 26 },
    { range: { high: -1, first: 0, count: 150_001 }, limit: 2 ** 32 - 1 },
    { range: { high: 7, first: 5, count: 99_999 }, limit: 2 ** 20 },
    { range: { high: 7, first: 5, count: 1 }, limit: 0 },
  ]
  for (const { range, limit } of cases)
    expect((await gpu.search(range, limit)).join()).toBe(processor.search(range, limit).join())
  gpu.close()
})

test('its thread finds shares without any other thread', async () => {
  const shares: Share[] = []
  const work = { workId: 'work', challenge: 'ab'.repeat(32), difficulty: 4096 }
  const engine = startEngine({
    ...{ threads: 0, throttle: 100 },
    onShare: (share) => shares.push(share),
    onError: (error) => expect.unreachable(error.message),
  })
  engine.setGpu(addon)
  engine.setWork(work)
  await expect.poll(() => shares.length).toBeGreaterThan(20)
  for (const { nonce } of shares) expect(isShare(work.challenge, nonce, BigInt(work.difficulty))).toBe(true)
  expect(engine.gpu).toMatchObject({ state: 'running', card: expect.stringContaining('SwiftShader') })
  expect(engine.hashes()).toBeGreaterThan(20_000)
  expect(engine.gpuHashes()).toBe(engine.hashes())
  await engine.stop()
})

/** A bound miner with `--gpu`; `line` waits for a line that it prints. */
async function startMiner(gpuFolder: string) {
  const user = await world.user()
  const { code } = await user.call(bindCode, {})
  const args = ['--service', world.address, '--code', code, '--threads', '1', '--always', '--gpu', '--json']
  const program = join(root, 'service/programs/miner/main.ts')
  const env = { ...process.env, HOME: folder, IDLEFORGE_GPU: gpuFolder }
  const miner = spawn(process.execPath, [program, ...args, '--state', join(folder, `${code}.json`)], { env })
  let output = ''
  for (const stream of [miner.stdout, miner.stderr]) stream.on('data', (text) => (output += text))
  const exit = once(miner, 'exit')
  return {
    user,
    line: (pattern: RegExp) => expect.poll(() => output).toMatch(pattern),
    async end() {
      miner.kill('SIGTERM')
      return exit
    },
    exit,
  }
}

test('--gpu mines on the card as well, and the dashboard counts it', async () => {
  const { user, line, end } = await startMiner(addons)
  await line(/The graphics card is mining as well: SwiftShader/)
  await expect
    .poll(async () => (await user.call(machineList, { page: 1 })).page.list)
    .toMatchObject([{ gpuCount: 1, acceptedToday: expect.toSatisfy((count: number) => count > 0) }])
  expect(await end()).toEqual([0, null])
})

test('a card that fails is named, and the processor mines on', async () => {
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'dawn.node'), 'no addon')
  const { line, end } = await startMiner(broken)
  await line(/The graphics card is not mining: /)
  await line(/"accepted":[1-9]/)
  expect(await end()).toEqual([0, null])
})

test('--gpu without its engine says what to do', async () => {
  const { line, exit } = await startMiner(join(folder, 'nowhere'))
  await line(
    /--gpu needs the engine for graphics cards, a download of its own: unpack http:.*\/downloads\/latest\/linux\?form=gpu&architecture=x64 into /,
  )
  expect(await exit).toEqual([2, null])
})

test('the window fetches the packed engine, and switches the card on and off without another start', async () => {
  const { platform, arch: architecture } = process
  const engine = await gpuPackage(
    { name: `${platform}-${architecture}`, platform, architecture },
    { seconds: 0 },
  ).make()
  await publishEngine({ operate: createOperator(world), dataDir: world.dataDir }, { version: '1.2.0', engine })
  const desktop = createDesktop()
  const state = ['--state', join(desktop.home, 'miner.json'), '--threads', '1', '--always']
  const program = join(root, 'service/programs/miner/main.ts')
  const miner = startOnDesktop(desktop, [process.execPath, program, '--service', world.address, ...state])
  try {
    await expect.poll(() => desktop.opened().length).toBe(1)
    const page = await enterWindow(desktop.opened()[0] ?? '')
    await page.until({ gpu: { isOn: false, state: 'available', file: { size: engine.length } } })
    await page.change('gpu/download', {})
    await page.until({ gpu: { isOn: false, state: 'off' } })
    const user = await world.user()
    await page.change('bind', { code: (await user.call(bindCode, {})).code })
    for (const _ of ['first', 'second']) {
      await page.change('gpu', { isOn: true })
      const rate = expect.toSatisfy((hashesPerSecond: number) => hashesPerSecond > 1000)
      await page.until({ gpu: { state: 'running', card: expect.stringContaining('SwiftShader'), rate } })
      await page.change('gpu', { isOn: false })
      await page.until({ gpu: { isOn: false, state: 'off' }, status: { gpu: { state: 'off' } } })
    }
    const exit = once(miner, 'exit')
    await page.change('stop', {})
    expect(await exit).toEqual([0, null])
  } finally {
    miner.kill()
    desktop.remove()
  }
})
