import { once } from 'node:events'
import { type AddressInfo, connect, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gpuDetail, gpuList, hostedGpus, myGpus, releaseGpu } from '#lib/contract/gpu.ts'
import {
  machineToken,
  type OwnMachine,
  offerMachine,
  ownMachines,
  resumeMachine,
  stopMachine,
} from '#lib/contract/gpu-machines.ts'
import { messageList } from '#lib/contract/messages.ts'
import { closeAccount, closing, exportData } from '#lib/contract/own-account.ts'
import { closeDueAccounts } from '#service/identity/own-account/close-account.ts'
import { readFirstLine } from '#service/platform/first-line.ts'
import { sign } from '#service/programs/host/benchmark.ts'
import { createLineServer } from '#service/rental/gateway-lines.ts'
import { settleHosts } from '#service/rental/settle-hosts.ts'
import { followOrders, fund, pollAs, rentAs, report } from '#world/gpu.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { freePort } from '#world/ports.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let owner: User
let other: User
let operate: Operator
beforeAll(async () => {
  const port = await freePort([0, 1, 2, 3])
  world = await createWorld({ settings: { GATEWAY_PORTS: `${port}-${port + 3}`, GATEWAY_LINE_PORT: '0' } })
  owner = await world.user()
  other = await world.user()
  operate = createOperator(world)
})
afterAll(() => world.close())

const about = 'Two RTX 4090 in a cool cellar'
const request = { name: 'Cellar', region: 'Turin', networkMbps: 500, price: '0.75', about, consent: true } as const
const offer = (by = owner, parts = {}) => by.call(offerMachine, { ...request, ...parts })
const machinesOf = async (user = owner) => (await user.call(ownMachines, {})).list
const now = async (id: string) => (await machinesOf()).find((one) => one.id === id)
const messagesOf = async (user = owner) =>
  (await user.call(messageList, { page: 1, size: 100 })).records.map(({ title, content }) => `${title}: ${content}`)
const gpus = Array.from({ length: 2 }, () => ({ model: 'NVIDIA GeForce RTX 4090', memoryMib: 24_564 }))
const facts = { cpu: 'Ryzen 9 7950X', cores: 32, ramMib: 65_536, diskGib: 900, gpus }
const refused = (reason: string, data?: object) =>
  expect.objectContaining({ reason, ...(data && { data: expect.objectContaining(data) }) })

/** A machine that is approved, with its token. */
async function approved(by = owner, options = '') {
  const { id } = await offer(by)
  expect((await operate(`gpu approve --request ${id} ${options}`)).code).toBe(0)
  return { id, token: (await by.call(machineToken, { id })).token }
}

describe('a machine that a user offers', () => {
  let own: OwnMachine
  let token: string

  test('waits, and is seen by its owner and the operators alone', async () => {
    own = await offer()
    expect(own).toMatchObject({ name: 'Cellar', price: '0.75', state: 'waiting', tokenAt: null, machine: null })
    expect((await owner.call(gpuList, { page: 1 })).records).toEqual([])
    expect(await machinesOf(other)).toEqual([])
    expect((await operate('gpu requests')).out).toMatch(/Cellar.*Turin.*0\.75.*Two RTX 4090/)
    await expect(owner.call(machineToken, { id: own.id })).rejects.toEqual(refused('MACHINE_NOT_APPROVED'))
    await expect(owner.call(resumeMachine, { id: own.id })).rejects.toEqual(refused('MACHINE_NOT_APPROVED'))
  })

  test('of another user gives the same answer as a missing one', async () => {
    for (const call of [machineToken, stopMachine, resumeMachine])
      for (const id of [own.id, 'none'])
        await expect(other.call(call, { id })).rejects.toEqual(refused('MACHINE_UNKNOWN'))
    expect(await now(own.id)).toEqual(own)
  })

  test('is approved once, in the audit, and its owner is notified of the share', async () => {
    expect((await operate(`gpu approve --request ${own.id} --share 101`)).code).not.toBe(0)
    expect((await operate(`gpu approve --request ${own.id} --share 72.5 --longest 48`)).code).toBe(0)
    for (const line of [`approve --request ${own.id}`, `refuse --request ${own.id} --reason No`])
      expect((await operate(`gpu ${line}`)).err).toContain('is already decided')
    expect((await operate('gpu approve --request none')).code).not.toBe(0)
    expect(await now(own.id)).toMatchObject({ state: 'approved', share: 7250, tokenAt: null })
    expect(await messagesOf()).toEqual([expect.stringContaining('72.5%')])
    expect((await operate('audit')).out).toContain(`request ${own.id} approved`)
  })

  test('gets a token that is shown once, and is listed by what its host reports', async () => {
    const made = await owner.call(machineToken, { id: own.id })
    token = made.token
    expect(made.own.tokenAt).toBe(world.clock.now() / 1000)
    expect(
      JSON.stringify([await machinesOf(), await world.query('select row_to_json(gpu_requests) from gpu_requests')]),
    ).not.toContain(token)
    expect((await owner.call(gpuList, { page: 1 })).total).toBe(0)
    // Two reports at once list it once.
    const answers = await Promise.all([1, 2].map(() => pollAs(world, token, { facts, driver: 'container' })))
    expect(answers.map(({ body }) => body.code)).toEqual([0, 0])
    const [listed] = (await other.call(gpuList, { page: 1 })).records
    expect(listed).toMatchObject({
      model: 'NVIDIA GeForce RTX 4090', count: 2, memoryMib: 24_564, cpu: 'Ryzen 9 7950X', cores: 32, ramMib: 65_536, diskGib: 900,
      networkMbps: 500, region: 'Turin', price: '0.75', longestHours: 48, state: 'free', isMine: false,
    }) // biome-ignore format: a record reads better in rows
    expect(JSON.stringify(listed)).not.toContain('Cellar')
    expect((await other.call(gpuDetail, { id: listed?.id ?? '' })).images).toEqual([
      'plain',
      'ubuntu',
      'cuda',
      'pytorch',
    ])
    expect(await now(own.id)).toMatchObject({ machine: { id: listed?.id, state: 'free' } })
  })

  test('shows its owner state, load, hours and earnings', async () => {
    const { machines } = await owner.call(hostedGpus, {})
    expect(machines).toEqual([
      expect.objectContaining({
        name: 'Cellar',
        state: 'free',
        share: 7250,
        hours: 0,
        earned: '0',
        load: report().load,
      }),
    ])
    expect((await other.call(hostedGpus, {})).machines).toEqual([])
  })

  test('with a new token refuses reports and lines with the old one', async () => {
    await fund(world, other, '20')
    const machine = { id: (await now(own.id))?.machine?.id ?? '', token }
    const { rental } = await rentAs(other, machine)
    await followOrders(world, machine)
    const before = await line(token, machine.id)
    await before.greeted
    const old = token
    token = (await owner.call(machineToken, { id: own.id })).token
    expect((await pollAs(world, old)).body.code).toBe(4001)
    const late = await line(old, machine.id)
    await untilClosed(late.socket)
    // A new renter is not connected to the old line either.
    const [row] = await world.query<{ slot: number }>('select slot from gpus where id = $1', [machine.id])
    const { gateway } = world.running.ctx.config
    const renter = await connectGuest((gateway?.firstPort ?? 0) + (row?.slot ?? 1) - 1, before.socket)
    renter.destroy()
    expect(before.heard()).not.toContain('open')
    expect(
      (await pollAs(world, token, { facts, rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })).body.code,
    ).toBe(0)
  })

  test('opens a line by a greeting that comes in pieces', async () => {
    const id = (await now(own.id))?.machine?.id ?? ''
    const lines = createLineServer(world.running.ctx)
    await once(lines.server.listen(0, '127.0.0.1'), 'listening')
    const { port } = lines.server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => undefined)
    const [, , nonce = ''] = (await readFirstLine(socket))?.split(' ') ?? []
    for (const piece of `${id} ${sign(token, nonce)}\n`) {
      socket.write(piece)
      await setImmediate()
    }
    const [row] = await world.query<{ token_hash: string }>('select token_hash from gpus where id = $1', [id])
    await expect.poll(() => lines.take(id, row?.token_hash ?? '') !== undefined).toBe(true)
    socket.destroy()
    lines.close()
  })

  test('is withdrawn: it leaves the list, and its rental continues', async () => {
    expect(await owner.call(stopMachine, { id: own.id })).toMatchObject({ state: 'stopped' })
    await owner.call(stopMachine, { id: own.id })
    expect((await other.call(gpuList, { page: 1 })).total).toBe(0)
    expect((await pollAs(world, token)).body.data).toMatchObject({ rentals: [{}] })
    expect((await owner.call(hostedGpus, {})).machines[0]).toMatchObject({ state: 'paused', rental: 'running' })
    expect(await owner.call(resumeMachine, { id: own.id })).toMatchObject({ state: 'approved' })
    expect((await other.call(gpuList, { page: 1 })).total).toBe(1)
  })

  test('that an operator has paused is not resumed by its owner', async () => {
    const id = (await now(own.id))?.machine?.id
    await owner.call(stopMachine, { id: own.id })
    expect((await operate(`gpu pause --machine ${id}`)).code).toBe(0)
    await owner.call(resumeMachine, { id: own.id })
    expect(await now(own.id)).toMatchObject({ state: 'approved', machine: { state: 'paused' } })
    expect((await operate(`gpu resume --machine ${id}`)).code).toBe(0)
    const { records } = await other.call(myGpus, { page: 1 })
    await other.call(releaseGpu, { rentalId: records[0]?.id ?? '' })
    await pollAs(world, token)
  })
})

test('a refusal needs a reason, which the owner reads in his language', async () => {
  const { id } = await offer(other)
  expect((await operate(`gpu refuse --request ${id}`)).code).not.toBe(0)
  expect((await operate(`gpu refuse --request ${id} --reason "No fan." --reason-zh "没有风扇。"`)).code).toBe(0)
  expect(await machinesOf(other)).toMatchObject([{ state: 'refused', reason: 'No fan.' }])
  expect(await messagesOf(other)).toContainEqual(expect.stringContaining('No fan.'))
  other.browser.lang = 'zh'
  expect(await machinesOf(other)).toMatchObject([{ reason: '没有风扇。' }])
  expect(await messagesOf(other)).toContainEqual(expect.stringContaining('没有风扇。'))
  other.browser.lang = 'en'
  expect(await other.call(stopMachine, { id })).toMatchObject({ state: 'refused' })
})

test('at most five wait, also with concurrent requests; withdrawing one makes room', async () => {
  const user = await world.user()
  const tries = await Promise.allSettled(Array.from({ length: 9 }, () => offer(user)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await expect(offer(user)).rejects.toEqual(refused('TOO_MANY_OFFERED', { most: 5 }))
  const [first] = await machinesOf(user)
  expect(await user.call(stopMachine, { id: first?.id ?? '' })).toMatchObject({ state: 'withdrawn' })
  await offer(user)
})

test.each([
  ['a price of nothing', { price: '0.000' }],
  ['a price below nothing', { price: '-1' }],
  ['no name', { name: '  ' }],
  ['a name of two lines', { name: 'a\nb' }],
  ['no consent', { consent: false }],
  ['a network of nothing', { networkMbps: 0 }],
  ['a story', { about: 'x'.repeat(301) }],
])('refuses %s', async (_, parts) => expect(offer(owner, parts)).rejects.toThrow())

test('the token of a request that is withdrawn before the first report is refused', async () => {
  const { id, token } = await approved()
  expect(await owner.call(stopMachine, { id })).toMatchObject({ state: 'withdrawn', tokenAt: null })
  expect((await pollAs(world, token)).body.code).toBe(4001)
})

test('a machine without a GPU is named by its processor, and without containers has the plain image', async () => {
  const { id, token } = await approved()
  await pollAs(world, token, { driver: 'process', facts: { cpu: '', cores: 0, ramMib: 0, diskGib: 0, gpus: [] } })
  const gpu = (await now(id))?.machine?.id ?? ''
  const detail = await owner.call(gpuDetail, { id: gpu })
  expect(detail).toMatchObject({ images: ['plain'], offer: { model: 'CPU', count: 0, memoryMib: 0, cores: 1 } })
})

test('is in the export, keeps the account open while it is rented, and ends with it', async () => {
  const user = await world.user()
  // Earnings have to be withdrawn before closing; here there are none.
  const machine = await approved(user, '--share 0')
  await pollAs(world, machine.token)
  expect((await user.call(exportData, {})).data.gpu_requests).toMatchObject([{ name: 'Cellar', amount: '0.75' }])
  const gpu = (await machinesOf(user))[0]?.machine?.id ?? ''
  const { rental } = await rentAs(other, { id: gpu })
  await followOrders(world, machine)
  expect((await user.call(closing, {})).obstacles).toEqual(['rentals'])
  await other.call(releaseGpu, { rentalId: rental.id })
  await followOrders(world, machine)
  expect((await user.call(closing, {})).obstacles).toEqual([])
  world.clock.advance(86_400)
  await settleHosts(world.running.ctx)
  const { closesAt } = await (await user.signIn()).call(closeAccount, {})
  world.clock.advance(closesAt - world.clock.now() / 1000)
  await closeDueAccounts(world.running.ctx)
  expect((await pollAs(world, machine.token)).body.code).toBe(4001)
  expect(await world.query('select * from gpu_requests where id = $1', [machine.id])).toEqual([])
  const again = await other.signIn()
  expect((await again.call(gpuDetail, { id: gpu })).offer.state).toBe('paused')
})

/** A line of a host, as its program opens it. */
async function line(token: string, machineId: string) {
  const [row] = await world.query<{ address: string }>('select address from gpu_gateways')
  const [host = '', port] = row?.address.split(':') ?? []
  const socket = connect(Number(port), host)
  let text = ''
  const greeted = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk
      const [, nonce] = /^idleforge-gateway 1 ([0-9a-f]{64})\n$/.exec(text) ?? []
      if (nonce) socket.write(`${machineId} ${sign(token, nonce)}\n`, () => resolve())
    })
  })
  socket.on('error', () => undefined)
  return { socket, greeted, heard: () => text }
}

/** The service may have closed the line before anybody waits for it. */
async function untilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close')
}

/** Connects to a machine's port, retrying while it is closed, until the line has ended. */
async function connectGuest(port: number, line: Socket): Promise<Socket> {
  let renter = new Socket()
  const isOver = untilClosed(line)
  let over = false
  void isOver.then(() => {
    over = true
  })
  while (!over) {
    renter = connect(port, '127.0.0.1')
    renter.on('error', () => undefined)
    await Promise.race([isOver, once(renter, 'close').catch(() => undefined)])
  }
  return renter
}
