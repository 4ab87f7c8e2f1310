import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { gpuDetail, myGpus, releaseGpu, rentalDetail, rentGpu } from '#lib/contract/gpu.ts'
import { machineToken, offerMachine, ownMachines, setMachineTemplates } from '#lib/contract/gpu-machines.ts'
import { gpuTemplates, removeTemplate, saveTemplate } from '#lib/contract/gpu-templates.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { MAX_START_MS, START_MS } from '#lib/rules/gpu.ts'
import { MAX_TEMPLATES } from '#lib/rules/gpu-templates.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { balanceOfUser, fund, keyOf, listMachine, type Machine, pollAs, rentAs } from '#world/gpu.ts'
import { createOperator } from '#world/operator.ts'
import { freePort } from '#world/ports.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Templates over HTTP: saved with secrets, chosen for a rental, handed to its host, and the money where an image fails. */

let world: World
let user: User
beforeAll(async () => {
  const port = await freePort([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  world = await createWorld({
    settings: {
      GATEWAY_PORTS: `${port}-${port + 9}`,
      GATEWAY_LINE_PORT: '0',
      GATEWAY_WEB: 'https://*.ports.test',
      GATEWAY_WEB_PORT: String(await freePort()),
    },
  })
  user = await world.user()
  await fund(world, user, '50')
})
afterAll(() => world.close())

const abilities = ['templates']
type Poll = RequestOf<typeof hostPoll>
type Held = Poll['rentals'][number]
const poll = async ({ token }: Machine, parts: Partial<Poll> = {}) => {
  const { body } = await pollAs(world, token, { abilities, ...parts })
  return body.data as { rentals: { id: string; template?: unknown }[] }
}

async function machineWith(policy: string, options = '', parts: Partial<Poll> = {}): Promise<Machine> {
  const machine = await listMachine(world, options)
  await poll(machine, parts)
  await world.query('update gpus set templates = $2, max_image_gib = 7 where id = $1', [machine.id, policy])
  return machine
}

const trainer = {
  name: 'Trainer',
  image: 'owner/trainer:2',
  start: 'echo "$HF_TOKEN"\r\nexec train',
  ports: [6006],
  diskGib: 20,
  variables: [
    { name: 'MODEL', value: 'llama', isSecret: false },
    { name: 'HF_TOKEN', value: 'hf_very-secret', isSecret: true },
  ],
}

const rentWith = (machine: Machine, templateId: string, of = user) => rentAs(of, machine, { templateId })
const fail = (machine: Machine, id: string, parts: Partial<Held> = {}) =>
  poll(machine, { rentals: [{ id, state: 'failed', restarts: 0, ...parts }] })

describe('a template', () => {
  test('is saved with its image completed, and its secrets come back to nobody', async () => {
    const saved = await user.call(saveTemplate, trainer)
    expect(saved).toMatchObject({
      ...{ name: 'Trainer', image: 'docker.io/owner/trainer:2', start: 'echo "$HF_TOKEN"\nexec train', ports: [6006] },
      variables: [
        { name: 'MODEL', value: 'llama', isSecret: false },
        { name: 'HF_TOKEN', value: null, isSecret: true },
      ],
    })
    const { ours, own } = await user.call(gpuTemplates, {})
    expect(own).toEqual([saved])
    expect(ours.length).toBeGreaterThanOrEqual(12)
    const stored = JSON.stringify(await world.query('select * from gpu_templates'))
    expect(stored).toContain('Trainer')
    for (const text of ['hf_very-secret', 'llama', 'exec train']) expect(stored).not.toContain(text)
  })

  test('is changed without its secrets being typed again, and is nobody else’s', async () => {
    const [{ id = '' } = {}] = (await user.call(gpuTemplates, {})).own
    const kept = [{ name: 'HF_TOKEN', value: null, isSecret: true }]
    await user.call(saveTemplate, { ...trainer, id, name: 'Trainer 2', variables: kept })
    const other = await world.user()
    await expect(other.call(saveTemplate, { ...trainer, id })).rejects.toMatchObject({ reason: 'TEMPLATE_UNKNOWN' })
    await expect(other.call(removeTemplate, { id })).rejects.toMatchObject({ reason: 'TEMPLATE_UNKNOWN' })
    expect((await other.call(gpuTemplates, {})).own).toEqual([])
    expect((await user.call(gpuTemplates, {})).own).toMatchObject([{ id, name: 'Trainer 2', variables: kept }])
    // Shown in clear it would be, by anybody at the screen.
    const open = [{ name: 'HF_TOKEN', value: null, isSecret: false }]
    await expect(user.call(saveTemplate, { ...trainer, id, variables: open })).rejects.toMatchObject({
      reason: 'TEMPLATE_SECRET_MISSING',
      data: { name: 'HF_TOKEN' },
    })
  })

  test.each([
    ['no name of an image', { image: 'Not an image' }, 'IMAGE_FORM'],
    ['an image in the owner’s network', { image: '192.168.1.1:5000/x' }, 'IMAGE_REGISTRY'],
    ['a new secret without a value', { variables: [{ name: 'NEW', value: null, isSecret: true }] }, 'TEMPLATE_SECRET_MISSING'],
  ])('with %s is refused', async (_, parts, reason) => {
    await expect(user.call(saveTemplate, { ...trainer, ...parts })).rejects.toMatchObject({ reason })
  }) // biome-ignore format: a table of cases

  test('is one of a limited number, and goes when it is removed', async () => {
    const other = await world.user()
    const all = []
    for (let made = 0; made < MAX_TEMPLATES; made += 1)
      all.push(await other.call(saveTemplate, { ...trainer, name: `T${made}` }))
    await expect(other.call(saveTemplate, trainer)).rejects.toMatchObject({ reason: 'TOO_MANY_TEMPLATES' })
    await other.call(removeTemplate, { id: all[0]?.id ?? '' })
    await other.call(saveTemplate, trainer)
  })
})

describe('a rental', () => {
  test('gives its host the template with its secrets, and forgets them at its end', async () => {
    const machine = await machineWith('any')
    const { own } = await user.call(gpuTemplates, {})
    const id = own[0]?.id ?? ''
    const { rental } = await rentWith(machine, id)
    expect(rental.template).toEqual({ name: 'Trainer 2', image: 'docker.io/owner/trainer:2', page: null })
    const [order] = (await poll(machine)).rentals
    expect(order?.template).toEqual({
      image: 'docker.io/owner/trainer:2',
      maxImageMib: 7 * 1024,
      start: 'echo "$HF_TOKEN"\nexec train',
      variables: [{ name: 'HF_TOKEN', value: 'hf_very-secret' }],
    })
    await poll(machine, { rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })
    const { ports } = await user.call(rentalDetail, { rentalId: rental.id })
    expect(ports).toEqual([{ port: 6006, url: expect.stringMatching(/^https:\/\/6006-[a-z0-9]{20}\.ports\.test\/$/) }])
    // A template that is changed or gone changes no rental.
    await user.call(removeTemplate, { id })
    expect((await poll(machine, { rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })).rentals[0]).toEqual(
      order,
    )
    await user.call(releaseGpu, { rentalId: rental.id })
    await poll(machine)
    expect(await world.query('select sealed, state from gpu_rentals where id = $1', [rental.id])).toEqual([
      { sealed: null, state: 'ended' },
    ])
    expect((await user.call(myGpus, { page: 1, size: 10 })).records[0]?.template?.name).toBe('Trainer 2')
  })

  test('of one of ours has its page at a port of its own', async () => {
    const machine = await machineWith('ours')
    const { rental } = await rentWith(machine, 'jupyter')
    expect(rental.template?.page).toEqual({ name: 'Jupyter', url: null })
    await poll(machine, { rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })
    const { ports, rental: running } = await user.call(rentalDetail, { rentalId: rental.id })
    expect(ports).toEqual([{ port: 8888, url: running.template?.page?.url }])
    expect((await user.call(myGpus, { page: 1, size: 10 })).records[0]?.template?.page?.url).toBe(ports?.[0]?.url)
    await user.call(releaseGpu, { rentalId: rental.id })
    await poll(machine)
  })

  test('with the same request id and another template is another request', async () => {
    const machine = await machineWith('ours')
    const request = { id: machine.id, hours: null, image: 'plain' as const, keyIds: [await keyOf(user)] }
    const requestId = randomUUID()
    const first = await user.call(rentGpu, { ...request, templateId: 'debian', requestId })
    const again = await user.call(rentGpu, { ...request, templateId: 'debian', requestId })
    expect(again.rental.id).toBe(first.rental.id)
    await expect(user.call(rentGpu, { ...request, requestId })).rejects.toMatchObject({ reason: 'REQUEST_REUSED' })
    await poll(machine, { rentals: [{ id: first.rental.id, state: 'running', restarts: 0 }] })
    await user.call(releaseGpu, { rentalId: first.rental.id })
    await poll(machine)
  })

  test.each([
    ['one of their own where the owner allows ours', 'ours', '', {}, 'own', 'TEMPLATE_NOT_ALLOWED'],
    ['any where the owner allows none', 'none', '', {}, 'debian', 'TEMPLATE_NOT_ALLOWED'],
    ['any on a host that does not know templates', 'any', '', { abilities: [] }, 'debian', 'TEMPLATE_NOT_ALLOWED'],
    ['one that needs a GPU on a machine without one', 'any', '', {}, 'vllm', 'TEMPLATE_NEEDS_GPU'],
    ['one that needs more disk', 'any', '--disk 12', {}, 'jupyter', 'TEMPLATE_NEEDS_DISK'],
    ['one that does not exist', 'any', '', {}, 'none', 'TEMPLATE_UNKNOWN'],
  ])('is not to be had with %s', async (_, policy, options, parts, template, reason) => {
    const machine = await machineWith(policy, '', parts)
    if (options !== '') await world.query('update gpus set disk_gib = 12 where id = $1', [machine.id])
    const templateId = template === 'own' ? (await user.call(saveTemplate, trainer)).id : template
    const before = await balanceOfUser(world, user)
    await expect(rentWith(machine, templateId)).rejects.toMatchObject({ reason })
    expect(await balanceOfUser(world, user)).toBe(before)
    const { templates } = await user.call(gpuDetail, { id: machine.id })
    expect(templates).toBe('abilities' in parts ? 'none' : policy)
  })
})

describe('an image', () => {
  test.each(['imageUnknown', 'imageTooLarge', 'imagePlatform', 'imageUnusable'] as const)(
    'that fails by %s costs nothing, and its machine nothing of its reliability',
    async (problem) => {
      const renter = await world.user()
      await fund(world, renter, '5')
      const machine = await machineWith('any')
      const { id } = await renter.call(saveTemplate, trainer)
      const { rental } = await rentWith(machine, id, renter)
      await fail(machine, rental.id, { problem })
      const [after] = (await renter.call(myGpus, { page: 1, size: 10 })).records
      expect(after).toMatchObject({ state: 'ended', reason: problem, paid: '0' })
      expect(await balanceOfUser(world, renter)).toBe('5')
      const { events } = await renter.call(rentalDetail, { rentalId: rental.id })
      expect(events.map(({ kind }) => kind)).toEqual(['returned', problem, 'rented'])
      const counted = 'select count(*)::int as count from gpu_rentals where gpu_id = $1 and state = $2'
      expect(await world.query(counted, [machine.id, 'failed'])).toEqual([{ count: 0 }])
      const letters = () =>
        world.letters.filter(({ to, subject }) => to === renter.email && subject.includes("didn't start"))
      await expect.poll(letters).toHaveLength(1)
    },
  )

  test('of a machine’s own list that fails is the machine’s failure', async () => {
    const machine = await machineWith('any')
    const { rental } = await rentAs(user, machine)
    await fail(machine, rental.id, { problem: 'imageUnknown' })
    expect((await user.call(rentalDetail, { rentalId: rental.id })).rental).toMatchObject({
      state: 'failed',
      reason: 'hostFailed',
    })
  })

  test('that arrives is waited for, and its progress is shown', async () => {
    const machine = await machineWith('ours')
    const { rental } = await rentWith(machine, 'debian')
    const detail = async () => (await user.call(rentalDetail, { rentalId: rental.id })).rental
    const arrive = async (doneMib: number) => {
      await poll(machine, {
        rentals: [{ id: rental.id, state: 'starting', restarts: 0, pull: { doneMib, totalMib: 9000 } }],
      })
      await tendRentals(world.running.ctx)
    }
    for (const doneMib of [100, 2000, 5000]) {
      await arrive(doneMib)
      expect(await detail()).toMatchObject({ state: 'starting', pull: { doneMib, totalMib: 9000 } })
      world.clock.advance(START_MS / 1000 - 1)
    }
    await arrive(5000)
    expect((await detail()).state).toBe('starting')
    world.clock.advance(1)
    await arrive(5000)
    expect(await detail()).toMatchObject({ state: 'failed', reason: 'startTimeout', pull: null, paid: '0' })
  })

  test('that arrives for longer than two hours is not waited for', async () => {
    const machine = await machineWith('ours')
    const { rental } = await rentWith(machine, 'debian')
    for (let at = 0; at < MAX_START_MS + START_MS; at += START_MS - 1000) {
      await poll(machine, {
        rentals: [
          { id: rental.id, state: 'starting', restarts: 0, pull: { doneMib: 1 + at / 1000, totalMib: 99_000 } },
        ],
      })
      await tendRentals(world.running.ctx)
      world.clock.advance(START_MS / 1000 - 1)
    }
    const { reason, state } = (await user.call(rentalDetail, { rentalId: rental.id })).rental
    expect({ reason, state }).toEqual({ reason: 'startTimeout', state: 'failed' })
  })
})

test('the owner of a machine says which templates it takes, and how large an image may be', async () => {
  const owner = await world.user()
  const offered = {
    name: 'Cellar',
    region: 'Turin',
    networkMbps: 100,
    price: '0.3',
    about: 'One',
    consent: true as const,
  }
  const { id } = await owner.call(offerMachine, offered)
  const policy = { id, templates: 'any' as const, maxImageGib: 12 }
  await expect(owner.call(setMachineTemplates, policy)).rejects.toMatchObject({ reason: 'MACHINE_NOT_APPROVED' })
  await createOperator(world)(`gpu approve --request ${id} --yes`)
  const { token } = await owner.call(machineToken, { id })
  await pollAs(world, token, { abilities })
  const { list } = await owner.call(ownMachines, {})
  expect(list[0]?.machine).toMatchObject({ templates: 'ours', maxImageGib: 40 })
  expect((await owner.call(setMachineTemplates, policy)).machine).toMatchObject({ templates: 'any', maxImageGib: 12 })
  await expect(user.call(setMachineTemplates, policy)).rejects.toMatchObject({ reason: 'MACHINE_UNKNOWN' })
  expect((await user.call(gpuDetail, { id: list[0]?.machine?.id ?? '' })).templates).toBe('any')
})

test('the money is right after all', async () => {
  const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
  expect(breaches).toEqual([])
})
