import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindCheck, bindCode } from '#lib/contract/devices.ts'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { bindDevice } from '#world/device.ts'
import { createWorld, type World } from '#world/world.ts'

const program = fileURLToPath(new URL('../../../../service/programs/miner/idleforge-miner.mjs', import.meta.url))

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Runs the miner until it ends, as a process of its own. */
const mine = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, '--no-window', '--service', world.address, ...args], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })

describe('a file of the token that can not be kept', () => {
  test('is told before the code is spent', async () => {
    const user = await world.user()
    const { code } = await user.call(bindCode, {})
    const file = join(world.dataDir, 'a file')
    writeFileSync(file, '')
    for (const state of [join(file, 'miner.json'), world.dataDir]) {
      const { code: exit, out, err } = await mine('--code', code, '--state', state)
      expect([exit, out]).toEqual([2, ''])
      expect(err).toContain(`The device's token can't be kept in ${state}: `)
      expect(err).toContain('--state FILE')
      expect(err).not.toContain('    at ')
    }
    expect(await user.call(bindCheck, { code })).toEqual({ bound: false })
  })

  test('is not taken for none when it can not be read', async () => {
    const folder = join(world.dataDir, 'folder')
    mkdirSync(folder)
    const { code, err } = await mine('--state', folder)
    expect(code).toBe(2)
    expect(err).toContain(`The device's token can't be read from ${folder}: `)
    expect((await mine('--state', join(folder, 'none.json'))).err).toContain('is not bound')
    const damaged = join(folder, 'damaged.json')
    writeFileSync(damaged, '{"service":')
    const { code: exit, err: stderr } = await mine('--state', damaged)
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`can't be read from ${damaged}: it holds none. Bind `)])
  })
})

test('says of a code that does not bind where the next one is', async () => {
  const { code, err } = await mine('--code', '7K4X2QXA', '--state', join(world.dataDir, 'none', 'miner.json'))
  expect([code, err.trim()]).toEqual([
    3,
    'This code is wrong, already used, or older than 60 seconds. Get a new one from "Add device" in the dashboard.',
  ])
})

test.each([
  ['nobody listens', () => 'http://127.0.0.1:10', 'connect ECONNREFUSED 127.0.0.1:10'],
  ['another path is named', () => `${world.address}/foo`, 'what answers there (HTTP 405) is not the service'],
])('says at once why it goes on asking where %s', async (_, address, why) => {
  const state = join(world.dataDir, 'none', 'miner.json')
  const miner = spawn(process.execPath, [
    program,
    '--no-window',
    '--service',
    address(),
    '--code',
    '7K4X2QXA',
    '--state',
    state,
  ])
  let output = ''
  miner.stdout.on('data', (text) => {
    output += text
  })
  await expect.poll(() => output).toContain(`Can't reach the service (${why}). Retrying.\n`)
  miner.kill()
})

test.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly by a %s to the program alone', async (signal) => {
  const { code } = await (await world.user()).call(bindCode, {})
  const state = join(world.dataDir, signal, 'miner.json')
  const args = [
    '--no-window',
    '--service',
    world.address,
    '--code',
    code,
    '--state',
    state,
    '--threads',
    '1',
    '--always',
  ]
  const miner = spawn(process.execPath, [program, ...args])
  let output = ''
  miner.stdout.on('data', (text) => {
    output += text
    if (output.includes('verified')) miner.kill(signal)
  })
  const [exit] = await once(miner, 'close')
  expect([exit, output]).toEqual([0, expect.stringMatching(/Ended\. \d+ shares? accepted, 0 rejected\.\n$/)])
})

const main = fileURLToPath(new URL('../../../../service/programs/miner/main.ts', import.meta.url))

interface Line {
  event: string
  engine?: string
  text?: string
  accepted?: number
}

test('a second miner with the same device stops the first one, which says what to do', async () => {
  const device = await bindDevice(world, await world.user(), { name: 'Cloned PC' })
  const state = join(world.dataDir, 'cloned.json')
  writeFileSync(state, JSON.stringify({ service: world.address, deviceId: device.id, token: device.token }))
  const args = [
    main,
    '--no-window',
    '--json',
    '--service',
    world.address,
    '--state',
    state,
    '--threads',
    '1',
    '--always',
  ]
  const start = () => {
    const child = spawn(process.execPath, args)
    const output = { out: '', err: '' }
    child.stdout.on('data', (text) => (output.out += text))
    child.stderr.on('data', (text) => (output.err += text))
    return { child, output, closed: once(child, 'close') }
  }
  const first = start()
  await expect.poll(() => first.output.out).toMatch(/"accepted":[1-9]/)
  const second = start()
  expect(await first.closed).toEqual([6, null])
  expect(first.output.err).toContain('Another miner was started for this device, so this one has stopped.')
  expect(first.output.err).toContain('"Add device"')
  await expect.poll(() => second.output.out).toMatch(/"accepted":[1-9]/)
  second.child.kill('SIGINT')
  expect(await second.closed).toEqual([0, null])
})

/** Runs the miner of a bound device, with options of Node, until the service has accepted a share. */
async function firstShare(name: string, flags: readonly string[]) {
  const device = await bindDevice(world, await world.user(), { name })
  const state = join(world.dataDir, `${name}.json`)
  writeFileSync(state, JSON.stringify({ service: world.address, deviceId: device.id, token: device.token }))
  const args = [...flags, main, '--service', world.address, '--state', state, '--threads', '1', '--always', '--json']
  const miner = spawn(process.execPath, args)
  const lines: Line[] = []
  for await (const text of createInterface(miner.stdout)) {
    const line = JSON.parse(text) as Line
    lines.push(line)
    if (line.event === 'status' && (line.accepted ?? 0) > 0) miner.kill('SIGINT')
  }
  const [row] = await world.query<{ miner_version: string }>('select miner_version from devices where id = $1', [
    device.id,
  ])
  return { lines, version: row?.miner_version }
}

/** As V8 answers on a processor without vectors. */
const withoutSimd = ['--import', 'data:text/javascript,WebAssembly.validate = () => false']

describe('the engine', () => {
  test.each([
    ['wasm-simd', [], 'and the SIMD engine.'],
    ['javascript', withoutSimd, 'because WebAssembly SIMD does not work here.'],
  ] as const)('%s finds shares, and is named on the screen and in reports', async (engine, flags, end) => {
    const { lines, version } = await firstShare(engine, flags)
    const start = lines.find(({ event }) => event === 'start')
    expect(start).toMatchObject({ engine, threads: 1, text: expect.stringMatching(new RegExp(`${end}$`)) })
    const last = lines.findLast(({ event }) => event === 'status')
    expect([last?.engine, (last?.accepted ?? 0) > 0, version]).toEqual([engine, true, `${MINER_VERSION}+${engine}`])
  })
})
