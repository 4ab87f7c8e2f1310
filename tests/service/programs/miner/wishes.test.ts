import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { wishOfMachines } from '#lib/contract/device-control.ts'
import { type Machine, machineList } from '#lib/contract/device-list.ts'
import { bindCode } from '#lib/contract/devices.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

const program = fileURLToPath(new URL('../../../../service/programs/miner/idleforge-miner.mjs', import.meta.url))

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** The only device of a user, as the dashboard shows it. */
async function deviceOf(user: User): Promise<Partial<Machine>> {
  const { page } = await user.call(machineList, { page: 1 })
  return page.list[0] ?? {}
}

/** A real miner that has reported its settings. */
async function startMiner() {
  const user = await world.user()
  const { code } = await user.call(bindCode, {})
  const args = ['--no-window', '--service', world.address, '--code', code, '--threads', '1', '--always']
  const miner = spawn(process.execPath, [program, ...args, '--state', join(world.dataDir, `${code}.json`)])
  const exit = once(miner, 'exit')
  onTestFinished(async () => {
    miner.kill()
    await exit
  })
  let output = ''
  miner.stdout.on('data', (text) => {
    output += text
  })
  await expect.poll(() => deviceOf(user)).toMatchObject({ settings: { threads: 1, isOnlyIdle: false } })
  const { id = '' } = await deviceOf(user)
  return { user, id, output: () => output }
}

test('a miner follows what its dashboard asks, and says so', async () => {
  const { user, id, output } = await startMiner()
  const until = Math.floor(Date.now() / 1000) + 3600
  const schedule = { zone: 'Asia/Shanghai', hours: '1'.repeat(168) }
  await user.call(wishOfMachines, { ids: [id], pauseUntil: until, settings: { throttle: 35, schedule } })
  await expect
    .poll(() => deviceOf(user))
    .toMatchObject({
      pause: { reason: 'user', until },
      settings: { threads: 1, throttle: 35, schedule },
      wish: null,
    })
  await expect.poll(output).toMatch(/Paused until /)
  await user.call(wishOfMachines, { ids: [id], pauseUntil: null })
  await expect.poll(() => deviceOf(user)).toMatchObject({ pause: null, wish: null, settings: { throttle: 35 } })
  await expect.poll(output).toContain('Mining again.')
})

test('hours without mining pause it, and name their reason', async () => {
  const { user, id } = await startMiner()
  await user.call(wishOfMachines, {
    ids: [id],
    settings: { schedule: { zone: 'UTC', hours: '0'.repeat(168) } },
  })
  await expect.poll(() => deviceOf(user)).toMatchObject({ pause: { reason: 'schedule' }, wish: null })
})
