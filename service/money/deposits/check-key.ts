import type { Payments } from '#service/chains/payments.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ConfigError } from '#service/platform/settings/config-error.ts'

/**
 * Throws a ConfigError unless the key derives every deposit address of this database: payments to addresses of another key
 * could not be moved.
 */
export async function assertDepositKey(db: Database, { keys }: Payments): Promise<void> {
  const foreign = await db
    .selectFrom('deposit_addresses')
    .select('number')
    .where('key_id', '!=', keys.id)
    .executeTakeFirst()
  const ends = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'address'])
    .where(({ eb, selectFrom }) =>
      eb('number', 'in', [0, 1, 2]).or(
        'number',
        '=',
        selectFrom('deposit_addresses').select((of) => of.fn.max('number').as('last')),
      ),
    )
    .execute()
  if (!foreign && ends.every(({ number, address }) => keys.addressOf(number) === address)) return
  throw new ConfigError(
    'DEPOSIT_XPUB: this key does not give the deposit addresses of this database: set the one that it had, or use another database.',
  )
}
