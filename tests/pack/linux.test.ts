import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { bindCode } from '#lib/contract/devices.ts'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { findInstance } from '#service/programs/miner/window/instance.ts'
import { bareProcess, PACK_LIMIT_MS, PACKED_SERVICE, packLinux, unpackMiner } from '#world/packed-miner.ts'
import { enterWindow, request } from '#world/window-miner.ts'
import { createWorld, type World } from '#world/world.ts'
import { buildPage } from '../../scripts/lib/window-page.mjs'

let world: World
let folder = ''
let program = ''

beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  packLinux(join(folder, 'packed'), '--form', 'archive')
  program = unpackMiner(join(folder, 'packed'), folder)
}, PACK_LIMIT_MS)
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

test('the program knows its version and the service that it was packed for', () => {
  const run = (option: string) => execFileSync(program, [option], { ...bareProcess(folder), encoding: 'utf8' })
  expect(run('--version')).toBe(`${MINER_VERSION}\n`)
  expect(run('--help')).toContain(`(default ${PACKED_SERVICE})`)
})

/** The page of the only miner with this home. */
async function enterWindowOf(home: string) {
  const state = join(home, '.idleforge')
  const doors = () => readdirSync(state).filter((name) => name.endsWith('.window.json'))
  await expect.poll(doors).toHaveLength(1)
  const address = await findInstance(join(state, doors()[0] ?? ''))
  if (!address) throw new Error('No miner answers at the port that the file of its window names.')
  return enterWindow(address)
}

test('without Node, in an empty folder, it is bound by a code, serves its window and mines a verified share', async () => {
  const user = await world.user()
  const { code } = await user.call(bindCode, {})
  const options = ['--threads', '1', '--always', '--name', 'Bare PC', '--background']
  const bare = bareProcess(folder)
  const miner = spawn(program, ['--service', world.address, '--code', code, ...options], bare)
  let output = ''
  for (const stream of [miner.stdout, miner.stderr]) stream.on('data', (text) => (output += text))
  const exit = once(miner, 'close')
  try {
    const page = await enterWindowOf(bare.cwd)
    const { status, body } = await request(page.address, {})
    expect(status).toBe(200)
    expect(body === (await buildPage())).toBe(true)
    await page.until({
      ...{ version: MINER_VERSION, service: world.address, name: 'Bare PC', binding: { state: 'bound' } },
      status: { accepted: expect.toSatisfy((count: number) => count > 0) },
    })
  } finally {
    miner.kill('SIGTERM')
  }
  expect(await exit).toEqual([0, null])
  expect(output).toMatch(/Ended\. [1-9]\d* shares? accepted, 0 rejected\.\n$/)
  const { page } = await user.call(machineList, { page: 1 })
  expect(page.list).toMatchObject([{ name: 'Bare PC' }])
  const [row] = await world.query<{ count: number }>('select count(*)::int as count from shares')
  expect(row?.count).toBeGreaterThan(0)
})
