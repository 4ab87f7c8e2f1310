import { networkName, type PaymentNetwork } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { openReader } from '#service/chains/evm/chain-reader.ts'
import { failureReason } from '#service/chains/evm/evm-errors.ts'
import { createPayments } from '#service/chains/payments.ts'
import { assertDepositKey } from '#service/money/deposits/check-key.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type CommandContext, defineCommand, type View } from '#service/platform/operator/act.ts'
import { exitCodes } from '#service/platform/operator/errors.ts'
import { ConfigError } from '#service/platform/settings/config-error.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { checkSites, type Found } from './check-sites.ts'

/** Decimals that the ledger expects of USDT on a network: with others every amount would be another. */
const decimalsOn: Readonly<Record<string, number>> = { ETHEREUM: 6, BSC: 18 }
/** Blocks that the service may be behind the head of a node. */
const MAX_BEHIND = 50n

export const check = defineCommand({
  name: 'check',
  summary: 'Check that the nodes of the networks and the sites of others can be used',
  fields: {},
  async run(context) {
    const payments = [...(await checkKeys(context)), ...(await checkNetworks(context))]
    return view(payments, await checkSites(context.config))
  },
})

function view(payments: readonly Found[], providers: readonly Found[]): View {
  const found = [...payments, ...providers]
  const isFine = found.every((one) => one.isFine)
  return {
    kind: 'view',
    data: found,
    table: {
      columns: [{ title: 'Of' }, { title: 'What' }, { title: 'Says' }, { title: '' }],
      rows: found.map((one) => [one.of, one.what, one.says, one.isFine ? 'fine' : 'LOOK']),
      empty: '',
      foot: [
        payments.every((one) => one.isFine) ? 'Payments can be accepted.' : 'Payments cannot be accepted everywhere.',
        isFine ? '' : 'Something needs attention: see docs/guides/run-in-production.md.',
      ]
        .join(' ')
        .trim(),
    },
    exitCode: isFine ? exitCodes.done : exitCodes.breach,
  }
}

/** The settings that need no node. */
async function checkKeys({ db, config }: CommandContext): Promise<Found[]> {
  const payments = createPayments(config)
  const all = { of: 'payments' }
  if (!payments) return [{ ...all, what: 'settings', ...(await withoutSettings(db, config)) }]
  const problem = await assertDepositKey(db, payments).then(
    () => undefined,
    (error: unknown) => (error instanceof ConfigError ? error.message : Promise.reject(error)),
  )
  return [
    {
      ...all,
      what: 'DEPOSIT_XPUB',
      says: problem ?? 'gives the addresses of this database',
      isFine: problem === undefined,
    },
    {
      ...all,
      what: 'TREASURY_ADDRESS',
      says: config.treasury ?? 'none: nothing can be swept',
      isFine: config.treasury !== undefined,
    },
  ]
}

/** On a developer's machine the service is paid on a test network of its own, which asks for no settings. */
async function withoutSettings(db: CommandContext['db'], { production }: CommandContext['config']) {
  const local = await db.selectFrom('chain_cursors').select('network').where('network', '=', 'LOCAL').executeTakeFirst()
  if (local && !production)
    return { says: 'none; the test network of this machine takes payments, real ones need DEPOSIT_XPUB', isFine: true }
  return { says: 'no DEPOSIT_XPUB and no node: no payments are accepted', isFine: false }
}

async function checkNetworks(context: CommandContext): Promise<Found[]> {
  const all = Object.entries(context.config.evm) as [PaymentNetwork, EvmSettings][]
  return (await Promise.all(all.map(([network, settings]) => checkNetwork(context, network, settings)))).flat()
}

async function checkNetwork(context: CommandContext, network: PaymentNetwork, settings: EvmSettings): Promise<Found[]> {
  const reader = openReader(settings)
  const name = networkName(network)
  const check = async (what: string, ask: () => Promise<Pick<Found, 'says' | 'isFine'>>): Promise<Found> => ({
    ...{ of: name, what },
    ...(await ask().catch((error: unknown) => ({ says: failureReason(error), isFine: false }))),
  })
  return [
    await check('chain', async () => {
      await reader.check()
      return { says: `${settings.chainId}, ${settings.confirmations} confirmations`, isFine: true }
    }),
    await check('USDT', async () => {
      const decimals = await reader.decimals()
      return { says: `${settings.token}, ${decimals} decimals`, isFine: decimals === decimalsOn[network] }
    }),
    await check('receipts', async () => {
      // A node without logs would never report a payment.
      const { block } = await reader.head()
      let transfers = 0
      for await (const { found } of reader.arrivals({ from: block > 20n ? block - 20n : 0n, to: block }))
        transfers += found.length
      return { says: `block ${block}, ${transfers} transfers in the last blocks`, isFine: true }
    }),
    await check('watch', async () => checkWatch(context, network, (await reader.head()).block)),
  ]
}

/** How far the service has read. */
async function checkWatch({ db }: CommandContext, network: PaymentNetwork, head: bigint) {
  const row = await db.selectFrom('chain_cursors').selectAll().where('network', '=', network).executeTakeFirst()
  if (!row) return { says: 'the service has not looked yet', isFine: false }
  const behind = head - BigInt(row.head)
  const at = row.looked_at ? utcDateTime(unixSeconds(row.looked_at)) : 'never'
  return { says: `read to its end at ${at}, ${behind} blocks ago`, isFine: behind <= MAX_BEHIND }
}
