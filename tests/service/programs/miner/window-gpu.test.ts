import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindCode } from '#lib/contract/devices.ts'
import { createDesktop, type Desktop, startOnDesktop } from '#world/desktop.ts'
import { brokenEngine, publishEngine } from '#world/engine.ts'
import { createOperator } from '#world/operator.ts'
import { enterWindow } from '#world/window-miner.ts'
import { createWorld, type World } from '#world/world.ts'

const main = fileURLToPath(new URL('../../../../service/programs/miner/main.ts', import.meta.url))
const engine = brokenEngine()

let world: World
let desktop: Desktop
let miner: ChildProcess
let page: Awaited<ReturnType<typeof enterWindow>>
let starts = 0

async function start(...args: string[]): Promise<void> {
  const state = ['--state', join(desktop.home, 'miner.json'), '--threads', '1', '--always']
  miner = startOnDesktop(desktop, [process.execPath, main, '--service', world.address, ...state, ...args])
  starts += 1
  await expect.poll(() => desktop.opened().length).toBe(starts)
  page = await enterWindow(desktop.opened().at(-1) ?? '')
}

async function stop(): Promise<void> {
  const exit = once(miner, 'exit')
  await page.change('stop', {})
  expect(await exit).toEqual([0, null])
}

const settings = () => JSON.parse(readFileSync(join(desktop.home, 'miner.settings.json'), 'utf8'))
const publish = (version: string, parts = {}) =>
  publishEngine({ operate: createOperator(world), dataDir: world.dataDir }, { version, ...parts })

beforeAll(async () => {
  world = await createWorld()
  desktop = createDesktop()
})
afterAll(async () => {
  miner?.kill()
  await world.close()
  desktop.remove()
})

test('offers no engine where none is published for this system', async () => {
  await start()
  await page.until({ gpu: { isOn: false, state: 'unsupported' } })
  await publish('1.2.0')
  await page.change('gpu/check', {})
  await page.until({ gpu: { state: 'unsupported' } })
})

test('refuses requests of another form', async () => {
  for (const [path, body] of [
    ['gpu', { isOn: 'yes' }],
    ['gpu', {}],
    ['gpu/download', { url: 'https://evil.example' }],
  ] as const)
    expect(await page.change(path, body)).toMatchObject({ status: 400, body: '' })
})

test('shows size and hash of a published engine, and unpacks none whose hash is wrong', async () => {
  world.clock.advance(60)
  await publish('1.3.0', { engine })
  await page.change('gpu/check', {})
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)
  await page.until({ gpu: { state: 'available', file: { version: '1.3.0', size: engine.length, sha256 } } })
  const served = join(world.dataDir, 'downloads', `idleforge-linux-1.3.0-gpu-${process.arch}.tar.gz`)
  writeFileSync(served, Buffer.alloc(engine.length))
  await page.change('gpu/download', {})
  await page.until({ gpu: { state: 'available', problem: 'wrong-hash' } })
  expect(existsSync(join(desktop.home, '.idleforge', 'gpu', 'dawn.node'))).toBe(false)
  writeFileSync(served, engine)
})

test('is ready and off after the download', async () => {
  await page.change('gpu/download', {})
  await page.until({ gpu: { isOn: false, state: 'off' } })
  expect(readFileSync(join(desktop.home, '.idleforge', 'gpu', 'dawn.node'), 'utf8')).toBe('no addon')
})

test('waits for a device, names the failure, and leaves the processor mining', async () => {
  await page.change('gpu', { isOn: true })
  await page.until({ gpu: { isOn: true, state: 'waiting' } })
  expect(settings()).toMatchObject({ gpu: { isOn: true } })
  const user = await world.user()
  await page.change('bind', { code: (await user.call(bindCode, {})).code })
  await page.until({ gpu: { state: 'failed', reason: 'engine', file: { version: '1.3.0' } } })
  await page.until({ status: { state: 'mining', accepted: expect.toSatisfy((count: number) => count > 0) } })
  expect(JSON.stringify(await page.read('log'))).toContain('The graphics card is not mining: ')
})

test('is mended by another download, and tried again without another start', async () => {
  const failures = async () =>
    JSON.stringify(await page.read('log')).split('The graphics card is not mining').length - 1
  const before = await failures()
  await page.change('gpu/download', {})
  await expect.poll(failures).toBe(before + 1)
  await page.change('gpu/retry', {})
  await expect.poll(failures).toBe(before + 2)
})

test('is as it was after another start, and off after one that ended while the card started', async () => {
  await stop()
  await start()
  await page.until({ gpu: { isOn: true, state: 'failed', reason: 'engine' } })
  await stop()
  const file = join(desktop.home, 'miner.settings.json')
  writeFileSync(file, JSON.stringify({ ...settings(), gpu: { isOn: true, isStarting: true } }))
  await start()
  await page.until({ status: { state: 'mining' }, gpu: { isOn: false, state: 'failed', reason: 'crashed' } })
  await page.change('gpu', { isOn: true })
  await page.until({ gpu: { isOn: true, state: 'failed', reason: 'engine' } })
  await page.change('gpu', { isOn: false })
  await page.until({ gpu: { isOn: false, state: 'off' } })
})

test('is on by --gpu for that start, and the switch of the page overrules it', async () => {
  await stop()
  await start('--gpu')
  await page.until({ gpu: { isOn: true, state: 'failed' } })
  expect(settings()).toMatchObject({ gpu: { isOn: false } })
  await page.change('gpu', { isOn: false })
  await page.until({ gpu: { isOn: false, state: 'off' } })
  await stop()
})
