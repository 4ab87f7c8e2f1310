import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { DEMO_USER } from '#service/demo/people.ts'
import { EMBEDDED_DATABASE, inDataDir } from '#service/platform/data-dir.ts'
import { findEmbeddedUrl } from '#service/platform/db/embedded/find-embedded.ts'
import { type Database, openDatabase } from '#service/platform/db/open.ts'
import { fundUser } from '../_world/funds.ts'
import { type Texts, texts } from './texts.ts'
import { expect, type Service } from './world.ts'

/** Does what no call can do to the demo's account. */
export async function change(
  { dataDir }: Service,
  work: (db: Database, id: string) => Promise<unknown>,
): Promise<void> {
  const url = await findEmbeddedUrl({ folder: inDataDir({ dataDir }, 'postgres'), database: EMBEDDED_DATABASE })
  if (!url) throw new Error('the embedded database was not found')
  const { db, close } = await openDatabase(url, console.error)
  const { id } = await db.selectFrom('users').select('id').where('username', '=', DEMO_USER).executeTakeFirstOrThrow()
  await work(db, id)
  await close()
}

/** The account earns a thousand times as much each day, and has millions: figures of a large farm. */
export const makeFarm = (service: Service) =>
  change(service, async (db, id) => {
    await sql`update earnings set amount = amount * 1000 where user_id = ${id}`.execute(db)
    const world = { running: { ctx: { db } }, clock: service }
    await fundUser(
      world,
      { info: { id } },
      { ALEO: '23456789.123456', GRASS: '8765432.123456789', USDT: '1234567.654321' },
    )
  })

/** The account as before its payment password and its first wallet; what it was paid stays paid. */
export const forgetDealings = (service: Service) =>
  change(service, (db, id) =>
    db.transaction().execute(async (transaction) => {
      // History may otherwise only be added to.
      await sql`set local session_replication_role = replica`.execute(transaction)
      const mine = sql`select id from withdrawals where user_id = ${id}`
      await sql`delete from payouts where withdrawal_id in (${mine})`.execute(transaction)
      await sql`delete from withdrawal_steps where withdrawal_id in (${mine})`.execute(transaction)
      await sql`delete from withdrawals where user_id = ${id}`.execute(transaction)
      await sql`delete from wallet_addresses where wallet_id in (select id from wallets where user_id = ${id})`.execute(
        transaction,
      )
      await sql`delete from wallets where user_id = ${id}`.execute(transaction)
      await sql`delete from payment_guards where user_id = ${id}`.execute(transaction)
      await sql`update users set payment_password_hash = null where id = ${id}`.execute(transaction)
      await sql`delete from user_messages where user_id = ${id}`.execute(transaction)
      await sql`update notice_marks set read_until = now() where user_id = ${id}`.execute(transaction)
    }),
  )

/** Proves the account by the mailbox: the demo account's password is unknown. */
export async function proveByCode(
  page: Page,
  service: Pick<Service, 'codeFor'>,
  money: Texts = texts('en', 'money'),
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: money('payment.byCode') }).click()
  await expect(dialog.getByLabel(money('payment.code'))).toBeFocused()
  await dialog.getByRole('button', { name: money('payment.sendCode') }).click()
  await expect(dialog.getByText(money('payment.codeSent'))).toBeVisible()
  await dialog.getByLabel(money('payment.code')).fill(await service.codeFor('demo@idleforge.example'))
}
