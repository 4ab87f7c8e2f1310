import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportData } from '#lib/contract/own-account.ts'
import { fund, openMachine, rentAs } from '#world/gpu.ts'
import { versionInForce } from '#world/legal.ts'
import { savePasskey } from '#world/passkey.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SECRET = 'a secret or a hash of one, or what ends within minutes'
const WORK = 'how something is carried out; what came of it is in another part'
const SUM = 'a sum or a course of what other parts have'

/** Tables that lead to a user and are not in the data that one can save, and why. */
const leftOut: Readonly<Record<string, string>> = {
  alert_chat_codes: SECRET,
  alerts_held: WORK,
  alerts_untold: WORK,
  bind_codes: SECRET,
  deposit_reconciliations: WORK,
  device_days: SUM,
  device_totals: SUM,
  earning_sums: SUM,
  email_codes: SECRET,
  factor_tickets: SECRET,
  gpu_hours: SUM,
  gpu_loads: WORK,
  gpu_prices: SUM,
  gpu_terminals: SECRET,
  identity_claims: SECRET,
  local_mail: SECRET,
  network_sightings: SECRET,
  oauth_states: SECRET,
  passkey_challenges: SECRET,
  payment_guards: SECRET,
  shares: WORK,
  signed_transfers: WORK,
  social_tokens: SECRET,
  social_uses: SECRET,
  sweep_steps: WORK,
  sweeps: WORK,
  untold_steps: WORK,
  user_days: SUM,
  user_hours: SUM,
  valid_devices: SUM,
  works: WORK,
}

/** Columns that name a user where no key of the database says so. */
const names = ['user_id', 'owner_id', 'owner', 'username', 'email', 'recipient']

test('every table that leads to a user is in the export, or is left out for a reason', async () => {
  const rows = await world.query<{ name: string }>(
    `with recursive leads as (
       select 'users'::regclass::oid as id
       union
       select conrelid from pg_constraint join leads on confrelid = leads.id where contype = 'f'
     )
     select relname as name from leads join pg_class on oid = leads.id
     union
     select table_name from information_schema.columns where table_schema = 'public' and column_name = any($1)`,
    [names],
  )
  const service = new URL('../../../../service/', import.meta.url)
  const source = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('own-data.ts'))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), service), 'utf8'))
    .join()
  const read = new Set(Array.from(source.matchAll(/\b(?:from|join) (\w+)/g), ([, table = '']) => table))
  const found = rows.map(({ name }) => name).sort()
  expect(found.filter((name) => !read.has(name) && !(name in leftOut))).toEqual([])
  expect(Object.keys(leftOut).filter((name) => read.has(name) || !found.includes(name))).toEqual([])
})

test('contains the data of later features, in decimals of their coin', async () => {
  const user = await world.user()
  await fund(world, user, '10')
  const { id } = (await rentAs(user, await openMachine(world))).rental
  await savePasskey(user)
  const { data } = await user.call(exportData, {})
  expect(data.balance_history).toContainEqual(expect.objectContaining({ what: 'gift', coin: 'USDT', amount: '10' }))
  expect(data.gpu_rentals).toMatchObject([{ id, amount: '0.5', state: 'starting' }])
  expect(data.gpu_rental_hours).toMatchObject([{ rental_id: id, amount: '0.5', coin: 'USDT' }])
  expect(data.gpu_rental_events?.length).toBeGreaterThan(0)
  expect(data.ssh_keys).toMatchObject([{ name: 'Laptop' }])
  expect(data.passkeys).toMatchObject([{ name: 'My laptop' }])
  const agreed = { terms_version: versionInForce('terms'), privacy_version: versionInForce('privacy') }
  expect(data.account).toMatchObject([
    { has_password: true, has_payment_password: false, was_invited: false, ...agreed },
  ])
  const empty = Object.entries(data).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([name]) => name)).toEqual(expect.arrayContaining(['invitations', 'payments', 'gpu_machines']))
})

test('shows a referrer only the times of an invitee', async () => {
  const inviter = await world.user()
  const invitee = await world.user({ inviteCode: inviter.info.inviteCode })
  const { data } = await inviter.call(exportData, {})
  expect(data.invitations).toMatchObject([{ points: '0', registered_at: expect.stringContaining('T') }])
  const text = JSON.stringify(data)
  expect(text).not.toContain(invitee.email)
  expect(text).not.toContain(invitee.info.id)
  expect((await invitee.call(exportData, {})).data.account).toMatchObject([{ was_invited: true }])
})
