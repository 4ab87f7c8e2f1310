import { createECDH, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { addGpuKey, rentGpu, type ShownRental } from '#lib/contract/gpu.ts'
import type { hostPoll } from '#lib/contract/host.ts'
import { toUnits } from '#lib/money/coins.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import { createOperator } from './operator.ts'
import type { User } from './visitor.ts'
import type { World } from './world.ts'

/** An OpenSSH key line from its fields. */
export function keyLine(type: string, ...fields: readonly (string | Uint8Array)[]): string {
  const parts = [type, ...fields].flatMap((field) => {
    const bytes = Buffer.from(field as string)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return [length, bytes]
  })
  return `${type} ${Buffer.concat(parts).toString('base64')}`
}

export function ed25519Line(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  return keyLine('ssh-ed25519', Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
}

const nodeCurves = { nistp256: 'prime256v1', nistp384: 'secp384r1', nistp521: 'secp521r1' } as const

export function ecdsaLine(curve: keyof typeof nodeCurves): string {
  const ecdh = createECDH(nodeCurves[curve])
  return keyLine(`ecdsa-sha2-${curve}`, curve, ecdh.generateKeys())
}

export function rsaLine(bits: number): string {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' })
  const number = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'base64url')])
  return keyLine('ssh-rsa', Buffer.from(e, 'base64url'), number(n))
}

export interface Machine {
  readonly id: string
  readonly token: string
}

let machines = 0

/** Lists a machine by the operator's program; default a processor of 4 threads at 0.5 USDT an hour. */
export async function listMachine(world: World, options = ''): Promise<Machine> {
  machines += 1
  const id = `m-${machines}`
  const usual = options.includes('--price') ? '' : '--price 0.5'
  const [, model = 'EPYC 9354'] = /--model "([^"]+)"/.exec(options) ?? []
  const line = `gpu add --machine ${id} ${options.includes('--model') ? '' : `--model "${model}"`} --cpu "EPYC 9354" --cores 4 --ram 8192 --disk 50 --region Frankfurt ${usual} ${options} --json`
  const { out, err } = await createOperator(world)(line)
  if (out === '') throw new Error(err)
  const machine = JSON.parse(out) as Machine
  const [count = 0, memoryMib = 0] = ['count', 'memory'].map((name) =>
    Number(new RegExp(`--${name} (\\d+)`).exec(options)?.[1] ?? 0),
  )
  gpus.set(
    machine.token,
    Array.from({ length: count }, () => ({ model, memoryMib })),
  )
  return machine
}

/** Default reports of hosts: the GPUs of the listing, or of the last report. */
const gpus = new Map<string, { model: string; memoryMib: number }[]>()

export const HOST_KEY = `SHA256:${'a'.repeat(43)}`

type Poll = RequestOf<typeof hostPoll>

/** A report of a host, as the program sends it. */
export const report = (parts: Partial<Poll> = {}): Poll => ({
  protocol: 1,
  version: '0.1.0',
  driver: 'container',
  hostKey: HOST_KEY,
  facts: { cpu: 'EPYC', cores: 4, ramMib: 8192, diskGib: 50, gpus: [] },
  load: { cpu: 12.5, memory: 40, gpu: null },
  rentals: [],
  ...parts,
})

export function pollAs(world: World, token: string, parts: Partial<Poll> = {}) {
  const facts = parts.facts ?? { ...report().facts, gpus: gpus.get(token) ?? [] }
  gpus.set(token, facts.gpus)
  return world.post('/host/poll', report({ ...parts, facts }), { 'host-token': token })
}

/** Reports as the machine's host, which follows its orders at once. */
export async function followOrders(world: World, { token }: Machine): Promise<void> {
  for (;;) {
    const rentals = held.get(token) ?? []
    const { body } = await pollAs(world, token, { rentals })
    const orders = (body.data as { rentals: { id: string; restarts: number }[] }).rentals
    const requested = orders.map(({ id, restarts }) => ({ id, restarts, state: 'running' as const }))
    held.set(token, requested)
    if (JSON.stringify(requested) === JSON.stringify(rentals)) return
  }
}
const held = new Map<string, { id: string; restarts: number; state: 'running' }[]>()

/** A machine whose host has reported. */
export async function openMachine(world: World, options = ''): Promise<Machine> {
  const machine = await listMachine(world, options)
  await pollAs(world, machine.token)
  return machine
}

/** Credits USDT to a user. */
export async function fund({ running, clock }: World, user: User, amount: string): Promise<void> {
  const units = toUnits(amount, 'USDT')
  const entries = [
    { account: ofPlatform('USDT', 'mint'), amount: -units },
    { account: balanceAccount(user.info.id), amount: units },
  ]
  const { db } = running.ctx
  await db
    .transaction()
    .execute((open) => post(open, [{ operation: `gift/${randomUUID()}`, kind: 'gift', entries }], clock.now()))
}

export async function balanceOfUser(world: World, user: User): Promise<string> {
  const [row] = await world.query<{ balance: bigint }>(
    `select balance from ledger_accounts where owner = $1 and coin = 'USDT' and kind = 'balance'`,
    [user.info.id],
  )
  return (Number(row?.balance ?? 0n) / 1e6).toString()
}

const keys = new WeakMap<User, Promise<string>>()
/** The id of a user's SSH key, which the first call adds. */
export function keyOf(user: User): Promise<string> {
  const known = keys.get(user) ?? user.call(addGpuKey, { name: 'Laptop', key: ed25519Line() }).then(({ id }) => id)
  keys.set(user, known)
  return known
}

export async function rentAs(
  user: User,
  machine: { id: string },
  parts: Partial<RequestOf<typeof rentGpu>> = {},
): Promise<ShownRental> {
  const keyIds = parts.keyIds ?? [await keyOf(user)]
  return user.call(rentGpu, { id: machine.id, hours: null, image: 'plain', requestId: randomUUID(), ...parts, keyIds })
}
