import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindCheck, bindCode, userMachineCount } from '#lib/contract/devices.ts'
import { createLink } from '#service/programs/miner/link.ts'
import { bindRequest } from '#world/device.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const bind = (code: string, parts?: object) => createLink(world.address, () => undefined).bind(bindRequest(code, parts))
const codeOf = async (user: User) => (await user.call(bindCode, {})).code
const wrongCode = { reason: 'BIND_CODE_WRONG' }

describe('the bind code', () => {
  test('has eight characters, lasts a minute by the service clock, and binds one device', async () => {
    const user = await world.user()
    const { code, expiresAt, serverTime } = await user.call(bindCode, {})
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect([serverTime, expiresAt - serverTime]).toEqual([world.clock.now() / 1000, 60])
    expect(await user.call(bindCheck, { code })).toEqual({ bound: false })
    const { deviceId } = await bind(code, { name: ' Attic ' })
    const machine = { id: deviceId, name: 'Attic' }
    expect(await user.call(bindCheck, { code })).toEqual({ bound: true, machine })
    await expect(bind(code)).rejects.toMatchObject(wrongCode)
    expect(await user.call(userMachineCount, {})).toEqual({ count: 1 })
  })

  test('is read in lower case, with a space or a dash', async () => {
    const user = await world.user()
    const code = await codeOf(user)
    const { deviceId } = await bind(`${code.slice(0, 4)} - ${code.slice(4).toLowerCase()}`)
    expect(deviceId).toBeTruthy()
    expect((await user.call(bindCheck, { code: code.toLowerCase() })).bound).toBe(true)
  })

  test('E12 works at 59.9 s and not at 60.1 s', async () => {
    const user = await world.user()
    const first = await codeOf(user)
    world.clock.advance(59.9)
    await bind(first)
    const second = await codeOf(user)
    world.clock.advance(60.1)
    await expect(bind(second)).rejects.toMatchObject(wrongCode)
  })

  test('T33 expires when a new one is created', async () => {
    const user = await world.user()
    const [old, fresh] = [await codeOf(user), await codeOf(user)]
    await expect(bind(old)).rejects.toMatchObject(wrongCode)
    await bind(fresh)
  })

  test('E12 T33 gives one device to ten machines that send it at once', async () => {
    const user = await world.user()
    await world.warmUp()
    for (let round = 1; round <= 5; round++) {
      const code = await codeOf(user)
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => bind(code)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await user.call(userMachineCount, {})).toEqual({ count: round })
    }
  })

  test('gives the same device when the answer was lost, with a new token that replaces the lost one', async () => {
    const user = await world.user()
    const code = await codeOf(user)
    const request = bindRequest(code)
    const link = createLink(world.address, () => undefined)
    const [lost, again] = [await link.bind(request), await link.bind(request)]
    expect(again.deviceId).toBe(lost.deviceId)
    await expect(createLink(world.address, () => lost.token).work()).rejects.toMatchObject({ name: 'UnboundError' })
    expect((await createLink(world.address, () => again.token).work()).lastSequence).toBe(0)
    expect(await user.call(userMachineCount, {})).toEqual({ count: 1 })
  })

  test('gives it for a few minutes after the code has run out, and to that request only', async () => {
    const user = await world.user()
    const code = await codeOf(user)
    const request = bindRequest(code)
    const link = createLink(world.address, () => undefined)
    world.clock.advance(59.9)
    const lost = await link.bind(request)
    world.clock.advance(60)
    expect((await link.bind(request)).deviceId).toBe(lost.deviceId)
    await expect(bind(code)).rejects.toMatchObject(wrongCode)
    world.clock.advance(300)
    await expect(link.bind(request)).rejects.toMatchObject(wrongCode)
  })

  test('H8 reveals nothing to another user who asks about it', async () => {
    const [user, stranger] = [await world.user(), await world.user()]
    const code = await codeOf(user)
    await bind(code)
    expect(await stranger.call(bindCheck, { code })).toEqual({ bound: false })
  })

  test('binds 500 devices to an account and no more', async () => {
    const user = await world.user()
    await world.device(user)
    await world.query(
      `insert into devices select 'copy' || n, user_id, name, hardware, gpu_count, miner_version, 'copy' || n, state,
       difficulty, 0, null, bound_at from devices, generate_series(1, 499) n where user_id = $1`,
      [user.info.id],
    )
    await expect(bind(await codeOf(user))).rejects.toMatchObject({ reason: 'TOO_MANY_DEVICES' })
  })
})
