import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gpuDetail, gpuList, hostedGpus, notifyWhenGpuFree, releaseGpu, rentalDetail } from '#lib/contract/gpu.ts'
import { machineToken, offerMachine, ownMachines } from '#lib/contract/gpu-machines.ts'
import { messageList } from '#lib/contract/messages.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { hasMissingGpus } from '#service/rental/missing-gpus.ts'
import { balanceOfUser, followOrders, fund, listMachine, type Machine, pollAs, rentAs, report } from '#world/gpu.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let owner: User
let renter: User
let operate: Operator
let machine: Machine
beforeAll(async () => {
  world = await createWorld()
  owner = await world.user()
  renter = await world.user()
  operate = createOperator(world)
  await fund(world, renter, '20')
  machine = await listMachine(
    world,
    `--model "GeForce RTX 4090" --count 2 --memory 24564 --owner ${owner.info.username}`,
  )
})
afterAll(() => world.close())

type Gpu = { model: string; memoryMib: number }
const card: Gpu = { model: 'NVIDIA GeForce RTX 4090', memoryMib: 24_564 }
const reports = (gpus: readonly Gpu[], token = machine.token) =>
  pollAs(world, token, { facts: { ...report().facts, gpus: [...gpus] } })
const state = async (id = machine.id) => (await renter.call(gpuDetail, { id })).offer.state
const refused = expect.objectContaining({ reason: 'GPU_LACKING' })

describe('a machine that an operator has listed with two GPUs', () => {
  test.each([
    ['none', []],
    ['one', [card]],
    ['two of another model', [card, card].map((one) => ({ ...one, model: 'NVIDIA GeForce RTX 4080' }))],
    ['one of them of another model', [card, { ...card, model: 'NVIDIA GeForce RTX 4090 D' }]],
    ['two with less memory', [card, card].map((one) => ({ ...one, memoryMib: 16_376 }))],
  ])('is not offered while its host reports %s, and nothing is charged', async (_, gpus) => {
    await reports(gpus)
    expect(await state()).toBe('lacking')
    expect((await renter.call(gpuList, { page: 1, state: 'free' })).total).toBe(0)
    await expect(rentAs(renter, machine)).rejects.toEqual(refused)
    expect(await balanceOfUser(world, renter)).toBe('20')
  })

  test('shows its owner and operators why', async () => {
    await reports([card])
    expect((await owner.call(hostedGpus, {})).machines).toMatchObject([
      {
        state: 'lacking',
        lacking: { listed: { model: 'GeForce RTX 4090', count: 2 }, reported: [{ ...card, count: 1 }] },
      },
    ])
    expect((await operate('gpu')).out).toMatch(/lacking: .*24564 MiB each, .*1 x NVIDIA GeForce RTX 4090 of 24564 MiB/)
    await reports([])
    expect((await operate('gpu')).out).toContain('reports no GPU')
  })

  test('is offered again automatically, and waiting users are notified', async () => {
    await renter.call(notifyWhenGpuFree, { id: machine.id, on: true })
    const notified = async () =>
      (await renter.call(messageList, { page: 1 })).records.filter(({ title }) => title.includes('is free')).length
    await tendRentals(world.running.ctx)
    expect(await notified()).toBe(0)
    await reports([card, card, { model: 'NVIDIA T400', memoryMib: 2048 }])
    await tendRentals(world.running.ctx)
    expect([await state(), await notified()]).toEqual(['free', 1])
    expect((await owner.call(hostedGpus, {})).machines[0]?.lacking).toBeNull()
  })

  test('is offline, not lacking, once its host is silent', async () => {
    await reports([card])
    world.clock.advance(600)
    expect(await state()).toBe('offline')
    await reports([card, card])
  })

  test('a rental that starts when a card is missing fails, and its hour is refunded', async () => {
    const { rental } = await rentAs(renter, machine)
    expect(await balanceOfUser(world, renter)).toBe('19.5')
    const facts = { ...report().facts, gpus: [card] }
    await pollAs(world, machine.token, { facts, rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })
    expect((await renter.call(rentalDetail, { rentalId: rental.id })).rental).toMatchObject({
      ...{ state: 'failed', reason: 'hostFailed', paid: '0' },
    })
    expect(await balanceOfUser(world, renter)).toBe('20')
    const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
    expect(breaches).toEqual([])
  })

  test('a running rental continues until its user releases it', async () => {
    await reports([card, card])
    const { rental } = await rentAs(renter, machine)
    await followOrders(world, machine)
    const rentals = [{ id: rental.id, state: 'running' as const, restarts: 0 }]
    await pollAs(world, machine.token, { facts: { ...report().facts, gpus: [card] }, rentals })
    expect((await renter.call(rentalDetail, { rentalId: rental.id })).rental.state).toBe('running')
    expect(await state()).toBe('rented')
    await renter.call(releaseGpu, { rentalId: rental.id })
    await followOrders(world, machine)
  })

  test('a running rental is not charged while a card is missing, and gets its hour back when it is released', async () => {
    await reports([card, card])
    const before = Number(await balanceOfUser(world, renter))
    const { rental } = await rentAs(renter, machine)
    await followOrders(world, machine)
    const rentals = [{ id: rental.id, state: 'running' as const, restarts: 0 }]
    const now = async () => (await renter.call(rentalDetail, { rentalId: rental.id })).rental
    const pass = async (gpus: Gpu[]) => {
      for (let minute = 0; minute < 70; minute += 2) {
        world.clock.advance(120)
        await pollAs(world, machine.token, { facts: { ...report().facts, gpus }, rentals })
        await tendRentals(world.running.ctx)
      }
    }
    await pollAs(world, machine.token, { facts: { ...report().facts, gpus: [card] }, rentals })
    await pass([card])
    expect(await now()).toMatchObject({ state: 'running', paused: { cause: 'gpus' }, hoursCharged: 1 })
    await pass([card, card])
    expect(await now()).toMatchObject({ state: 'running', paused: null, hoursCharged: 2 })
    await pass([card])
    await renter.call(releaseGpu, { rentalId: rental.id })
    expect((await now()).paid).toBe('0.5')
    expect(Number(await balanceOfUser(world, renter))).toBe(before - 0.5)
    const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
    expect(breaches).toEqual([])
  })
})

test('an offered machine that loses a card after it was listed shows that to its owner', async () => {
  const offered = { name: 'Cellar', region: 'Turin', networkMbps: 500, price: '0.75', about: 'Two cards' }
  const { id } = await owner.call(offerMachine, { ...offered, consent: true })
  await operate(`gpu approve --request ${id}`)
  const { token } = await owner.call(machineToken, { id })
  const own = async () => (await owner.call(ownMachines, {})).list[0]?.machine
  await reports([card, card], token)
  expect(await own()).toMatchObject({ state: 'free', lacking: null })
  await reports([card], token)
  expect(await own()).toMatchObject({ state: 'lacking', lacking: { listed: { count: 2 }, reported: [{ count: 1 }] } })
  await expect(rentAs(renter, { id: (await own())?.id ?? '' })).rejects.toEqual(refused)
  await reports([card, card], token)
  expect(await own()).toMatchObject({ state: 'free', lacking: null })
})

describe('the comparison of a reported model with the listed one', () => {
  const isMissing = (listed: string, reported: string, [mib, reportedMib]: [number, number] = [1, 1]) =>
    hasMissingGpus(
      { model: listed, memory_mib: mib, count: 1 },
      { gpus: [{ model: reported, memoryMib: reportedMib }] },
    )
  test.each([
    ['RTX 4090', 'NVIDIA GeForce RTX 4090'],
    ['NVIDIA GeForce RTX 3090', 'GeForce RTX 3090'],
    ['H100 80GB', 'NVIDIA H100 80GB HBM3'],
    ['A100 80 GB', 'NVIDIA A100-SXM4-80GB'],
    ['H100 PCIe', 'NVIDIA H100 PCIe'],
    ['RTX 6000 Ada', 'NVIDIA RTX 6000 Ada Generation'],
    ['NVIDIA', 'NVIDIA'],
  ])('%s is %s', (listed, reported) => expect(isMissing(listed, reported)).toBe(false))
  test.each([
    ['RTX 3070', 'NVIDIA GeForce RTX 3070 Ti'],
    ['RTX 3070 Ti', 'NVIDIA GeForce RTX 3070'],
    ['RTX 4090', 'NVIDIA GeForce RTX 4090 Laptop GPU'],
    ['H100 PCIe', 'NVIDIA H100 80GB HBM3'],
    ['NVIDIA', 'NVIDIA T4'],
  ])('%s is not %s', (listed, reported) => expect(isMissing(listed, reported)).toBe(true))
  test.each<[string, [number, number], boolean]>([
    ['memory that checks itself', [49_152, 46_068], false],
    ['memory that no driver tells', [24_576, 0], false],
    ['half of the memory', [81_920, 40_960], true],
  ])('%s', (_, memory, expected) => expect(isMissing('L40S', 'NVIDIA L40S', memory)).toBe(expected))
})
