import { chains } from '#lib/rules/networks.ts'
import { formsOf, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import type { Payments } from '#service/chains/payments.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ConfigError } from '#service/platform/settings/config-error.ts'

const formatOf = (network: PaymentNetwork) => chains[formsOf(network)].format

/**
 * Throws a ConfigError unless the keys derive every deposit address of this database: payments to addresses of another key
 * could not be moved.
 */
export async function assertDepositKey(db: Database, { networks }: Payments): Promise<void> {
  const keys = new Map(Object.values(networks).map((one) => [one.keys.id, one.keys]))
  const formats = new Set(Object.keys(networks).map((code) => formatOf(code as PaymentNetwork)))
  const foreign = await db
    .selectFrom('deposit_addresses')
    .select('number')
    // Addresses of a kind of network that is not set now are not watched, and their key is not known.
    .where(
      'network',
      'in',
      paymentNetworks.filter((network) => formats.has(formatOf(network))),
    )
    .where('key_id', 'not in', [...keys.keys()])
    .executeTakeFirst()
  const ends = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'address', 'key_id'])
    .where('key_id', 'in', [...keys.keys()])
    .where('address_of', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb('number', 'in', [0, 1, 2]).or(
        'number',
        'in',
        selectFrom('deposit_addresses')
          .select((of) => of.fn.max('number').as('last'))
          .where('address_of', 'is', null)
          .groupBy('key_id'),
      ),
    )
    .execute()
  if (!foreign && ends.every(({ number, address, key_id }) => keys.get(key_id)?.addressOf(number) === address)) return
  throw new ConfigError(
    'DEPOSIT_XPUB, TRON_DEPOSIT_XPUB: this key does not give the deposit addresses of this database: set the one that it had, or use another database.',
  )
}
