import { type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { ConfigError } from '#service/platform/settings/reader.ts'
import { createDepositKeys, type DepositKeys } from './evm/deposit-keys.ts'
import type { TestChain } from './test-chain/start.ts'

/** How the service receives payments: the key of its deposit addresses, and the watched networks. */
export interface Payments {
  readonly keys: DepositKeys
  readonly networks: Readonly<Partial<Record<PaymentNetwork, EvmSettings>>>
  /** The local test network, when payments use it. */
  readonly testChain?: TestChain
}

/** The payments of these settings; undefined where none are set. */
export function createPayments({ depositXpub, evm }: Config): Payments | undefined {
  if (depositXpub === undefined || Object.keys(evm).length === 0) return undefined
  return { keys: createDepositKeys(depositXpub), networks: evm }
}

/** The payments on the local test network. */
export const createTestPayments = (testChain: TestChain): Payments => ({
  keys: createDepositKeys(testChain.xpub),
  networks: { LOCAL: testChain.settings },
  testChain,
})

/** The offered networks, in the order of display. */
export const offeredNetworks = (payments: Payments | undefined): PaymentNetwork[] =>
  paymentNetworks.filter((network) => payments?.networks[network] !== undefined)

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
