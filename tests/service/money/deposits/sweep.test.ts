import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountKeys } from '#world/deposit-keys.ts'
import { CONFIRMATION_BLOCKS, createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'
import { killPoints } from '#world/kills.ts'
import { createOperator, type Operator, operatorSettings } from '#world/operator.ts'
import { spawnOperator } from '#world/operator-process.ts'

/** A foreign wallet that never sends. */
const TREASURY: Hex = `0x${'33'.repeat(20)}`
const { wallet, xprv, xpub } = accountKeys()
/** Each of the many steps runs the whole operator program. */
vi.setConfig({ testTimeout: 600_000 })
let it: DepositWorld
let settings: Record<string, string>
let operate: Operator
beforeAll(async () => {
  it = await createDepositWorld()
  for (const network of ['ETHEREUM', 'BSC'] as const) await it.poll(network)
  // Number 0 of these words is an account that the node itself gives coins to.
  await it.open()
  for (const { client } of Object.values(it.chains))
    await client.setBalance({ address: wallet, value: parseEther('10') })
  settings = { ...it.settings, TREASURY_ADDRESS: TREASURY, DEPOSIT_KEY_FILE: keyFile('deposit.key', xprv) }
  operate = createOperator(it.world, settings)
})
afterAll(() => it.close())

function keyFile(name: string, text: string, mode = 0o600): string {
  const file = join(it.world.dataDir, name)
  writeFileSync(file, `${text}\n`, { mode })
  return file
}

const treasury = (kind: 'ETHEREUM' | 'BSC' = 'ETHEREUM') => it.chains[kind].received(TREASURY)
const units = (amount: string) => it.chains.ETHEREUM.units(amount)

/** Opens an address at which this amount has become final. */
async function paid(amount: string, kind: 'ETHEREUM' | 'BSC' = 'ETHEREUM'): Promise<Hex> {
  const { address } = await it.open({ network: kind })
  await it.pay(address, amount, kind)
  await it.settle(kind)
  return address
}

/** Steps all open sweeps, and mines the blocks that make them final. */
async function step(line = 'sweep --wait 0') {
  const ran = await operate(`${line} --yes`)
  for (const kind of ['ETHEREUM', 'BSC'] as const) {
    await it.chains[kind].settled()
    await it.chains[kind].mine(CONFIRMATION_BLOCKS)
  }
  return ran
}

const balancesOf = async (address: Hex) => {
  const rows = JSON.parse((await operate('deposits --all --json')).out) as {
    address: string
    moved: string
    lies: string
  }[]
  const row = rows.find((one) => one.address === address)
  return row && { moved: row.moved, lies: row.lies }
}

test('moves what is final to the treasury, in steps, and pays the fee of each address', async () => {
  const [first, second, small] = [await paid('188'), await paid('12.5'), await paid('1')]
  expect((await operate('deposits')).out).toContain(first)
  const started = await step()
  expect(started).toMatchObject({ code: 0, err: '' })
  expect(started.out).toMatch(/fund sent .*\n.*fund sent .*\n/)
  expect(await treasury()).toEqual([])
  expect((await step()).out).toMatch(/ {2}move sent .*\n.* {2}move sent .*\n/)
  // A block may have them in any order.
  const values = (await treasury()).map(({ args }) => args.value)
  expect(values).toHaveLength(2)
  expect(values).toEqual(expect.arrayContaining([units('188'), units('12.5')]))
  expect((await step()).out).toContain('All of it is in the treasury.')
  expect(await balancesOf(first)).toEqual({ moved: '188', lies: '0' })
  expect(await balancesOf(second)).toEqual({ moved: '12.5', lies: '0' })
  expect(await balancesOf(small)).toEqual({ moved: '0', lies: '1' })
  expect(await operate('sweep --yes')).toMatchObject({
    code: 3,
    err: expect.stringContaining('Nothing can be swept'),
  })
  expect(await treasury()).toHaveLength(2)
  expect(await it.world.query('select kind, outcome from sweep_steps order by kind, position')).toEqual([
    ...[
      { kind: 'fund', outcome: 'done' },
      { kind: 'fund', outcome: 'done' },
    ],
    ...[
      { kind: 'move', outcome: 'done' },
      { kind: 'move', outcome: 'done' },
    ],
  ])
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
})

test('sweeps later deposits separately, also on a network with other decimals', async () => {
  const address = await paid('20.25', 'BSC')
  for (let steps = 0; steps < 3; steps += 1) await step()
  await it.pay(address, '30', 'BSC')
  await it.settle('BSC')
  // The change of the first fee pays a part of the next one.
  for (let steps = 0; steps < 3; steps += 1) await step('sweep --wait 0 --network bsc')
  expect(await it.chains.BSC.balanceOf(TREASURY)).toBe(it.chains.BSC.units('50.25'))
  expect(await balancesOf(address)).toEqual({ moved: '50.25', lies: '0' })
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
})

/** Each kind of sending and each moment at least once. */
const kills = [
  ['asked', 'gas', 0],
  ['answered', 'gas', 0],
  ['answered', 'transfer', 1],
  ['asked', 'transfer', 1],
] as const

test.each(killPoints(kills))(
  'continues after it was killed when its node has %s of the %s, and sends nothing twice',
  async (moment, _what, steps) => {
    const address = await paid('40')
    const before = (await treasury()).length
    for (let done = 0; done < steps; done += 1) await step()
    const sending = it.gate.hold('eth_sendRawTransaction', moment)
    const operator = spawnOperator('sweep --wait 0 --yes', { settings: { ...operatorSettings(it.world), ...settings } })
    const early = operator.ended.then(({ code, err }) =>
      Promise.reject(new Error(`it ended by itself: ${code} ${err}`)),
    )
    await Promise.race([sending, early])
    operator.kill()
    expect((await operator.ended).signal).toBe('SIGKILL')
    for (let more = 0; more < 4 && (await balancesOf(address))?.lies !== '0'; more += 1) await step()
    expect(await balancesOf(address)).toEqual({ moved: '40', lies: '0' })
    expect(await treasury()).toHaveLength(before + 1)
    const gas = await it.world.query(
      `select kind, sweep_steps.outcome from sweep_steps join sweeps on sweeps.id = sweep
     join deposit_addresses on number = deposit where address = $1 order by sweep_steps.position`,
      [address],
    )
    expect(gas).toEqual([
      { kind: 'fund', outcome: 'done' },
      { kind: 'move', outcome: 'done' },
    ])
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
  },
)

test('begins and pays once when two run concurrently', async () => {
  const address = await paid('60')
  const before = (await treasury()).length
  for (let rounds = 0; rounds < 3; rounds += 1) await Promise.all([step(), step()])
  expect(await balancesOf(address)).toEqual({ moved: '60', lies: '0' })
  expect(await treasury()).toHaveLength(before + 1)
})

test('begins nothing for an address that another run has swept while the question waited', async () => {
  const address = await paid('65')
  const before = (await treasury()).length
  const answer = async () => {
    for (let steps = 0; steps < 3; steps += 1) await step()
    return true
  }
  await operate('sweep --wait 0', { answer })
  expect(await balancesOf(address)).toEqual({ moved: '65', lies: '0' })
  expect(await it.world.query('select id from sweeps where outcome is null')).toEqual([])
  await it.pay(address, '25')
  await it.settle()
  for (let steps = 0; steps < 3; steps += 1) await step()
  expect(await balancesOf(address)).toEqual({ moved: '90', lies: '0' })
  expect(await treasury()).toHaveLength(before + 2)
})

test('reports a transfer that the network has reverted, which can be swept again', async () => {
  const address = await paid('70')
  const before = (await treasury()).length
  await step()
  await it.chains.ETHEREUM.hold()
  expect((await operate('sweep --wait 0 --yes')).out).toContain('  move sent')
  await it.chains.ETHEREUM.client.setAutomine(true)
  await it.chains.ETHEREUM.client.setBalance({ address, value: parseEther('1') })
  for (let more = 0; more < 3; more += 1) await step()
  expect(await balancesOf(address)).toEqual({ moved: '70', lies: '0' })
  expect(await treasury()).toHaveLength(before + 1)
})

describe('refuses', () => {
  const refusal = async (changed: Record<string, string>, line = 'sweep --yes') => {
    const { code, err } = await createOperator(it.world, { ...settings, ...changed })(line)
    return { code, err }
  }
  test('a key that others may read, one that is another, and none', async () => {
    const open = keyFile('open.key', xprv, 0o644)
    expect(await refusal({ DEPOSIT_KEY_FILE: open })).toMatchObject({
      code: 3,
      err: expect.stringContaining('chmod 600'),
    })
    const other = keyFile('other.key', accountKeys(1).xprv)
    expect((await refusal({ DEPOSIT_KEY_FILE: other })).err).toContain('not the private half')
    const half = keyFile('public.key', xpub)
    expect((await refusal({ DEPOSIT_KEY_FILE: half })).err).toContain('extended private key')
    expect((await refusal({ DEPOSIT_KEY_FILE: '' })).err).toContain('DEPOSIT_KEY_FILE')
  })
  test('a treasury with a mistake in it, and none', async () => {
    const mistaken = '0xdAC17F958D2ee523a2206206994597C13D831ec8'
    expect(await refusal({ TREASURY_ADDRESS: mistaken })).toMatchObject({
      code: 2,
      err: expect.stringContaining('EIP-55'),
    })
    expect((await refusal({ TREASURY_ADDRESS: '' })).err).toContain('TREASURY_ADDRESS')
  })
  test('a gas wallet that holds nothing, until it holds something', async () => {
    const address = await paid('80')
    const { client } = it.chains.ETHEREUM
    await client.setBalance({ address: wallet, value: 0n })
    expect(await operate('sweep --wait 0 --yes')).toMatchObject({
      code: 5,
      err: expect.stringContaining('holds too little'),
    })
    await client.setBalance({ address: wallet, value: parseEther('10') })
    for (let more = 0; more < 3; more += 1) await step()
    expect(await balancesOf(address)).toEqual({ moved: '80', lies: '0' })
  })
})

test('check names what is not configured correctly', async () => {
  for (const network of ['ETHEREUM', 'BSC'] as const) await it.poll(network)
  expect(await operate('check')).toMatchObject({ code: 0, out: expect.stringContaining('Payments can be accepted.') })
  const wrong = createOperator(it.world, { ...settings, ETHEREUM_CHAIN_ID: '5' })
  expect(await wrong('check')).toMatchObject({ code: 6, out: expect.stringContaining('serves chain 1, not 5') })
  const google = {
    GOOGLE_CLIENT_ID: 'client-of-a-test',
    GOOGLE_CLIENT_SECRET: 'secret-of-a-test',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  }
  const alone = createOperator(it.world, { ...settings, ...google })
  expect(await alone('check')).toMatchObject({ code: 6, out: expect.stringContaining('does not answer') })
})

test('check distinguishes the local test network from no payments', async () => {
  const bare = createOperator(it.world)
  expect(await bare('check')).toMatchObject({ code: 6, out: expect.stringContaining('no payments are accepted') })
  await it.poll('ETHEREUM')
  await it.world.query(`
    insert into chain_cursors
    select (jsonb_populate_record(one, '{"network": "LOCAL"}')).* from chain_cursors as one where network = 'ETHEREUM'`)
  expect(await bare('check')).toMatchObject({
    code: 0,
    out: expect.stringContaining('the test network of this machine'),
  })
  await it.world.query(`delete from chain_cursors where network = 'LOCAL'`)
})
