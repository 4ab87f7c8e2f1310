import type { Insertable } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import { HOST_FILE, hostCommand } from '#lib/rules/host-program.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import type { Change, CommandContext } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { type Phrase, phrase } from '#service/platform/operator/phrase.ts'
import type { GpuRow } from '#service/rental/row.ts'
import type { GpuTable } from '../tables.ts'

export type NewMachine = Omit<
  Insertable<GpuTable>,
  | 'added_at'
  | 'token_hash'
  | 'simulated'
  | 'paused'
  | 'ended'
  | 'failed'
  | 'last_seen_at'
  | 'host_key'
  | 'driver'
  | 'version'
  | 'benchmark_at'
  | 'reliability'
  | 'uptime'
>

const perHour = (price: bigint): Phrase => phrase`${fromUnits(price, 'USDT')} USDT an hour`

/** Adds a machine with a token of its own, which is shown once. */
export function addMachine({ config, now }: CommandContext, machine: NewMachine): Change {
  const { id, model, count, region, price, share } = machine
  const machineText = count > 0 ? `${count} x ${model}` : model
  const summary = phrase`${machineText} in ${region} at ${perHour(price)}`
  return {
    kind: 'change',
    question: phrase`Offer ${id}: ${summary}?`,
    audit: `${id} added: ${summary}, owner ${machine.owner_id ?? 'none'}, share ${share / 100} %`,
    async apply(db) {
      const token = newToken()
      const unseen = { last_seen_at: null, host_key: null, driver: null, version: null, benchmark_at: null }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('gpus')
        .values({
          ...machine,
          ...unseen,
          ...{ token_hash: hashToken(token), added_at: new Date(now()), reliability: null, uptime: null },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw refused(phrase`There is a machine "${id}" already.`)
      await db
        .insertInto('gpu_prices')
        .values({ gpu_id: id, since: new Date(now()), price })
        .execute()
      const { origin } = config
      const how = phrase`Save ${origin}/${HOST_FILE} on it, and start it there: ${hostCommand(origin, token)}`
      return {
        data: { id, token },
        isSecret: true,
        text: phrase`${id} is listed, and can be rented once its host reports.\n${how}`,
      }
    },
  }
}

/** Replaces a lost or leaked token. */
export function renewToken(row: GpuRow): Change {
  return {
    kind: 'change',
    question: phrase`Give ${row.id} a new token? Its host stays offline until it is started with the new token.`,
    audit: `${row.id} token renewed`,
    async apply(db) {
      if (row.simulated) throw refused(phrase`${row.id} is simulated: there is no host.`)
      const token = newToken()
      await db
        .updateTable('gpus')
        .set({ token_hash: hashToken(token) })
        .where('id', '=', row.id)
        .execute()
      return { data: { id: row.id, token }, isSecret: true, text: phrase`The token of ${row.id}: ${token}` }
    },
  }
}

export function changePrice({ now }: CommandContext, row: GpuRow, price: bigint): Change {
  return {
    kind: 'change',
    question: phrase`Rent out ${row.id} at ${perHour(price)}, in place of ${perHour(row.price)}? Open rentals keep their price.`,
    audit: `${row.id} price: ${perHour(price)} in place of ${perHour(row.price)}`,
    async apply(db) {
      await db.updateTable('gpus').set({ price }).where('id', '=', row.id).execute()
      await db
        .insertInto('gpu_prices')
        .values({ gpu_id: row.id, since: new Date(now()), price })
        .onConflict((conflict) => conflict.columns(['gpu_id', 'since']).doUpdateSet({ price }))
        .execute()
      return { data: { id: row.id, price: fromUnits(price, 'USDT') }, text: phrase`${row.id} costs ${perHour(price)}.` }
    },
  }
}

export function pauseMachine(row: GpuRow, paused: boolean): Change {
  return {
    kind: 'change',
    question: paused ? phrase`Stop offering ${row.id}?` : phrase`Offer ${row.id} again?`,
    audit: `${row.id} ${paused ? 'paused' : 'resumed'}`,
    async apply(db) {
      await db.updateTable('gpus').set({ paused }).where('id', '=', row.id).execute()
      // From now on the operator decides whether it is offered, not its owner.
      await db
        .updateTable('gpu_requests')
        .set({ state: 'approved' })
        .where('gpu_id', '=', row.id)
        .where('state', '=', 'stopped')
        .execute()
      const text = paused
        ? phrase`${row.id} is not offered any more. Open rentals continue.`
        : phrase`${row.id} is offered. Open rentals continue.`
      return { data: { id: row.id, paused }, text }
    },
  }
}
