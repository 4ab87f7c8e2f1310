import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#service/platform/db/migrations/index.ts'
import { connect, openDatabase } from '#service/platform/db/open.ts'
import { createDatabase } from '#world/postgres.ts'

/** Rows of a service that kept nonces: ended transfers, and open ones that go on. Inserted out of their order. */
const rows = [
  `insert into users (id, username, name, password_hash, invite_code, created_at) values ('u', 'u', 'u', '', 'u', now())`,
  `insert into wallets values ('w', 'u', 'w', 'USDT', 'BSC', '0x1', now(), now())`,
  `insert into network_fees (coin, chain, set_at, fee) values ('USDT', 'BSC', now(), 0)`,
  `insert into withdrawals (id, user_id, request_id, wallet_id, address_name, coin, chain, address, amount, fee_id, fee, receive,
     small, status, lang, requested_at, address_held_until)
   select id, 'u', id, 'w', 'w', 'USDT', 'BSC', '0x1', 500, (select max(id) from network_fees), 0, 500, false, 'approved', 'en', now(), now()
   from (values ('a'), ('b'), ('c')) as of (id)`,
  `insert into payouts (withdrawal_id, adapter, coin, amount, begun_by, begun_at, transaction_id)
   values ('c', 'evm', 'USDT', 500, 'op', now(), '0xc'), ('b', 'manual', 'USDT', 500, 'op', now(), null)`,
  `insert into signed_transfers values
   ('0xc', 'c', 'BSC', '0xp', 7, '0xsc', now(), null, null),
   ('0xa', 'a', 'BSC', '0xp', 5, '0xsa', now(), 'reverted', now()),
   ('0xb', 'b', 'BSC', '0xp', 6, '0xsb', now(), 'replaced', now())`,
  `insert into deposit_addresses (number, address, key_id, purpose, subject_id, user_id, network, amount, opened_at)
   values (1, '0xd', 'k', 'order', 's', 'u', 'BSC', 1, now())`,
  `insert into sweeps values
   ('s2', 'BSC', 1, '0xt', 9, 'op', now(), 3, '0xs2', '0xsigned2', null, null),
   ('s1', 'BSC', 1, '0xt', 8, 'op', now() - interval '1 day', 2, '0xs1', '0xsigned1', 'moved', now())`,
  `insert into gas_transfers values
   ('0xg2', 's2', 'BSC', '0xw', 12, 4, '0xsg2', now(), null, null),
   ('0xg1', 's1', 'BSC', '0xw', 11, 4, '0xsg1', now(), 'paid', now())`,
]

test('transfers keep their rows when a nonce becomes terms, and those that are under way go on', async () => {
  const database = await createDatabase('none')
  const older = connect(database.url, () => undefined)
  const { error } = await new Migrator({
    db: older.db,
    provider: { getMigrations: async () => migrations },
  }).migrateTo('063-operators-lists')
  if (error) throw error
  for (const row of rows) await sql.raw(row).execute(older.db)
  await older.close()
  const { db, close } = await openDatabase(database.url, () => undefined)
  try {
    const read = async (table: 'signed_transfers' | 'sweep_steps') =>
      (
        await db
          .selectFrom(table)
          .select(['transaction_id', 'terms', 'signed', 'outcome'])
          .orderBy('position')
          .execute()
      ).map(({ transaction_id: id, terms, signed, outcome }) => [id, JSON.parse(terms ?? 'null'), signed, outcome])
    expect(await read('signed_transfers')).toEqual([
      ['0xa', { nonce: 5 }, '0xsa', 'reverted'],
      ['0xb', { nonce: 6 }, '0xsb', 'replaced'],
      ['0xc', { nonce: 7 }, '0xsc', null],
    ])
    expect(await read('sweep_steps')).toEqual([
      ['0xg1', { nonce: 11 }, '0xsg1', 'done'],
      ['0xg2', { nonce: 12 }, '0xsg2', 'done'],
      ['0xs1', { nonce: 2 }, '0xsigned1', 'done'],
      ['0xs2', { nonce: 3 }, '0xsigned2', null],
    ])
    expect(
      await db.selectFrom('sweep_steps').select(['sweep', 'kind', 'signer']).orderBy('position').execute(),
    ).toEqual([
      { sweep: 's1', kind: 'fund', signer: '0xw' },
      { sweep: 's2', kind: 'fund', signer: '0xw' },
      { sweep: 's1', kind: 'move', signer: '0xd' },
      { sweep: 's2', kind: 'move', signer: '0xd' },
    ])
    expect(
      await db.selectFrom('payouts').select(['withdrawal_id', 'adapter']).orderBy('withdrawal_id').execute(),
    ).toEqual([
      { withdrawal_id: 'b', adapter: 'manual' },
      { withdrawal_id: 'c', adapter: 'signed' },
    ])
    const add = (id: string, terms: string) =>
      sql`
      insert into signed_transfers (transaction_id, withdrawal_id, chain, payer, terms, signed, signed_at)
      values (${id}, 'a', 'BSC', '0xp', ${terms}, '0x', now()) returning position`.execute(db)
    // The nonce of a transfer from before is taken, however the terms are written.
    await expect(add('0xd', '{"gas":"1","nonce":7}')).rejects.toThrow('signed_transfers_nonces')
    expect((await add('0xe', '{"nonce":8}')).rows).toEqual([{ position: expect.anything() }])
    expect((await read('signed_transfers')).at(-1)?.[0]).toBe('0xe')
    await sql`update signed_transfers set outcome = 'expired', ended_at = now() where transaction_id = '0xe'`.execute(
      db,
    )
  } finally {
    await close()
    await database.drop()
  }
})
