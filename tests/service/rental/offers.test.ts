import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addGpuKey, gpuDetail, gpuKeys, gpuList, notifyWhenGpuFree, removeGpuKey } from '#lib/contract/gpu.ts'
import { messageList } from '#lib/contract/messages.ts'
import { hashToken } from '#service/platform/ids.ts'
import { isSigned } from '#service/rental/hosts.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { computeReliability } from '#service/rental/reliability.ts'
import {
  ecdsaLine,
  ed25519Line,
  followOrders,
  fund,
  keyLine,
  listMachine,
  type Machine,
  pollAs,
  rentAs,
  rsaLine,
} from '#world/gpu.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let other: User
let cheap: Machine
let strong: Machine
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  other = await world.user()
  cheap = await listMachine(world)
  strong = await listMachine(world, '--price 1.2 --count 2 --memory 24564 --region Singapore --images plain,pytorch')
})
afterAll(() => world.close())

const find = (filter = {}) => user.call(gpuList, { page: 1, ...filter })
const idsOf = async (filter = {}) => (await find(filter)).records.map(({ id }) => id)
const measured = { sha256: 812.5, memory: 9000, disk: 480 }
const signed = (token: string) => ({
  ...measured,
  signature: createHmac('sha256', hashToken(token)).update('812.5/9000/480').digest('hex'),
})

describe('the list', () => {
  test('a machine is offline until its host reports, and its host alone', async () => {
    expect((await find()).records.map(({ state }) => state)).toEqual(['offline', 'offline'])
    expect((await pollAs(world, 'x'.repeat(43))).body.code).toBe(4001)
    const { body } = await pollAs(world, cheap.token)
    expect(body.data).toMatchObject({ machineId: cheap.id, rentals: [], wantsBenchmark: true })
    await pollAs(world, strong.token)
    expect((await find()).records.map(({ state }) => state)).toEqual(['free', 'free'])
  })

  test('shows every field of a machine', async () => {
    expect((await find({ count: 2 })).records).toEqual([
      {
        id: strong.id, model: 'EPYC 9354', memoryMib: 24_564, count: 2, cpu: 'EPYC 9354', cores: 4, ramMib: 8192, diskGib: 50,
        networkMbps: 100, region: 'Singapore', price: '1.2', pricePerGpu: '0.6', longestHours: 720, reliability: null,
        state: 'free', isSimulated: false, isMine: false, isAwaited: false,
      },
    ]) // biome-ignore format: a record reads better in rows
  })

  test.each([
    ['all, the cheapest first', {}, [0, 1]],
    ['by price', { price: '0.5' }, [0]],
    ['by memory', { memoryMib: 24_000 }, [1]],
    ['by region', { region: 'Singapore' }, [1]],
    ['by count', { count: 0 }, [0]],
    ['by model', { model: 'none' }, []],
    ['by state', { state: 'free' }, [0, 1]],
    ['by reliability', { reliability: 1 }, []],
    ['the most memory first', { sort: 'memory' }, [1, 0]],
    ['by the price of a GPU', { sort: 'gpuPrice' }, [0, 1]],
    ['a page', { page: 2, size: 1 }, [1]],
  ])('%s', async (_, filter, expected) =>
    expect(await idsOf(filter)).toEqual(expected.map((index) => [cheap, strong][index]?.id)),
  )

  test('offers the choices of the filters: models of GPUs, not processors of machines without one', async () => {
    await world.query("update gpus set model = 'Only a processor' where id = $1", [cheap.id])
    expect(await find({ model: 'none' })).toMatchObject({
      total: 0, models: ['EPYC 9354'], regions: ['Frankfurt', 'Singapore'], counts: [0, 2], isHosting: false,
    }) // biome-ignore format: a record reads better in rows
    await world.query("update gpus set model = 'EPYC 9354' where id = $1", [cheap.id])
  })

  test('the detail has price, uptime, images and a benchmark that its token has signed', async () => {
    await pollAs(world, cheap.token, { benchmark: { ...signed('another'), signature: signed('another').signature } })
    expect((await user.call(gpuDetail, { id: cheap.id })).benchmark).toBeNull()
    const { body } = await pollAs(world, cheap.token, { benchmark: signed(cheap.token) })
    expect(body.data).toMatchObject({ wantsBenchmark: false })
    expect(isSigned(signed('a'), hashToken('b'))).toBe(false)
    const detail = await user.call(gpuDetail, { id: cheap.id })
    expect(detail).toMatchObject({
      images: ['plain'], reach: 'internet', driver: 'container', benchmark: measured, prices: [{ price: '0.5' }], balance: '0',
    }) // biome-ignore format: a record reads better in rows
    await expect(user.call(gpuDetail, { id: 'none' })).rejects.toMatchObject({ reason: 'GPU_UNKNOWN' })
  })

  test('reliability is computed from measurements', async () => {
    for (let minute = 0; minute < 120; minute += 1) {
      world.clock.advance(60)
      await pollAs(world, cheap.token)
      if (minute % 2 === 0) await pollAs(world, strong.token)
    }
    await computeReliability(world.running.ctx)
    const { records } = await find({ sort: 'reliability' })
    expect(records[0]).toMatchObject({ id: cheap.id, reliability: 10_000 })
    // Two minutes between reports prove no online time.
    expect(records[1]?.id).toBe(strong.id)
    expect(records[1]?.reliability).toBeLessThan(100)
    expect((await user.call(gpuDetail, { id: cheap.id })).uptime).toEqual([{ day: '2026-03-10', uptime: 10_000 }])
  })

  test('users who wait for a machine are notified once when it is free', async () => {
    await fund(world, other, '5')
    await pollAs(world, cheap.token)
    const { rental } = await rentAs(other, cheap)
    await user.call(notifyWhenGpuFree, { id: cheap.id, on: true })
    expect((await find({ count: 0 })).records[0]).toMatchObject({ state: 'rented', isAwaited: true })
    await followOrders(world, cheap)
    const notified = async () =>
      (await user.call(messageList, { page: 1 })).records.filter(({ title }) => title.includes('is free')).length
    await tendRentals(world.running.ctx)
    expect(await notified()).toBe(0)
    await world.query(`update gpu_rentals set state = 'stopping', reason = 'released', stopped_at = $2 where id = $1`, [
      rental.id,
      new Date(world.clock.now()),
    ])
    await pollAs(world, cheap.token)
    await tendRentals(world.running.ctx)
    await tendRentals(world.running.ctx)
    expect(await notified()).toBe(1)
    await expect(user.call(notifyWhenGpuFree, { id: 'none', on: true })).rejects.toMatchObject({
      reason: 'GPU_UNKNOWN',
    })
  })
})

describe('keys', () => {
  const add = (key: string, name = 'Key') => user.call(addGpuKey, { name, key })
  test('are added, named and removed', async () => {
    const line = ed25519Line()
    const added = await add(`${line} ada@desk`, 'Laptop')
    expect(added).toMatchObject({ name: 'Laptop', type: 'ssh-ed25519' })
    expect(added.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    await expect(add(line, 'Again')).rejects.toMatchObject({ reason: 'KEY_KNOWN', data: { name: 'Laptop' } })
    for (const one of [ecdsaLine('nistp256'), ecdsaLine('nistp521'), rsaLine(2048)]) await add(one)
    expect((await user.call(gpuKeys, {})).list).toHaveLength(4)
    await expect(other.call(removeGpuKey, { id: added.id })).rejects.toMatchObject({ reason: 'KEY_UNKNOWN' })
    await user.call(removeGpuKey, { id: added.id })
    await expect(user.call(removeGpuKey, { id: added.id })).rejects.toMatchObject({ reason: 'KEY_UNKNOWN' })
  })

  test('a point off its curve is refused, and a private key', async () => {
    const off = keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]))
    await expect(add(off)).rejects.toMatchObject({ reason: 'KEY_DAMAGED' })
    await expect(add('-----BEGIN OPENSSH PRIVATE KEY-----')).rejects.toMatchObject({ reason: 'KEY_PRIVATE' })
  })

  test('a name with unprintable characters is refused, each of 70', async () => {
    const controls = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, index) => 127 + index)]
    const names = [
      ...controls.map((code) => `La${String.fromCharCode(code)}ptop`),
      ...['', '   ', 'x'.repeat(49), '\ud800', 'Lap\udfff'],
    ]
    expect(names).toHaveLength(70)
    const key = ed25519Line()
    for (const name of names) {
      const q = await world.sealed({ name, key })
      const { body } = await world.post('/api/gpu/key-add', { q }, { token: user.token })
      expect(body.code, JSON.stringify(name)).toBe(4002)
    }
  })

  test('there are at most twenty', async () => {
    for (let count = 3; count < 20; count += 1) await add(ed25519Line())
    await expect(add(ed25519Line())).rejects.toMatchObject({ reason: 'TOO_MANY_KEYS' })
  })
})
