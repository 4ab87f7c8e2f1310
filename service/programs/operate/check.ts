import { isPaymentNetwork, type PaymentNetwork } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import {
  type Arrival,
  type ChainReader,
  contractOf,
  failureReason,
  type Network,
  NetworkError,
  type NetworkFacts,
} from '#service/chains/network.ts'
import { networkOf } from '#service/chains/networks.ts'
import { createPayments } from '#service/chains/payments.ts'
import { readDecimals } from '#service/chains/token-decimals.ts'
import { assertDepositKey } from '#service/money/deposits/check-key.ts'
import { someAddresses } from '#service/money/deposits/shared-addresses.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type CommandContext, defineCommand, type View } from '#service/platform/operator/act.ts'
import { exitCodes } from '#service/platform/operator/errors.ts'
import { ConfigError } from '#service/platform/settings/config-error.ts'
import { type NetworkSettings, settableNetworks } from '#service/platform/settings/networks.ts'
import { checkProxies } from './check-proxies.ts'
import { checkSites, type Found } from './check-sites.ts'

/** Requests of a poll without any news. */
const REQUESTS_A_POLL = 7
/** Requests of a payout that is paid, and of one whose expiration has to be proven. */
const REQUESTS_A_PAYOUT = 25
const REQUESTS_OF_A_PROOF = 250
/** Recipients whose transfers are asked for, on a network that is read by them. */
const MAX_RECIPIENTS = 1_000
/** Blocks that the service may be behind the head of a node. */
const MAX_BEHIND = 50n

export const check = defineCommand({
  name: 'check',
  summary: 'Check that the nodes of the networks and the sites of others can be used, and what visitors count as',
  fields: {},
  async run(context) {
    const payments = [...(await checkKeys(context)), ...(await checkNetworks(context))]
    return view(payments, [...(await checkProxies(context.config)), ...(await checkSites(context.config))])
  },
})

function view(payments: readonly Found[], others: readonly Found[]): View {
  const found = [...payments, ...others]
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
    { ...all, what: 'TREASURY_ADDRESS', ...treasuryAnswer(config) },
  ]
}

/** One treasury for all networks, or one for each. */
function treasuryAnswer({ treasury, networks }: CommandContext['config']): Answer {
  const receiving = Object.values(networks).filter(({ code, depositXpub }) => isPaymentNetwork(code) && depositXpub)
  const lacking = receiving.filter((one) => one.treasury === undefined)
  if (lacking.length === 0) return fine(treasury ?? 'each network has its own')
  const names = lacking.map(({ code }) => code).join(', ')
  return { says: `none for ${names}: nothing can be swept there`, isFine: false }
}

/** On a developer's machine the service is paid on a test network of its own, which asks for no settings. */
async function withoutSettings(db: CommandContext['db'], { production }: CommandContext['config']) {
  const local = await db.selectFrom('chain_cursors').select('network').where('network', '=', 'LOCAL').executeTakeFirst()
  if (local && !production)
    return { says: 'none; the test network of this machine takes payments, real ones need DEPOSIT_XPUB', isFine: true }
  return { says: 'no DEPOSIT_XPUB and no node: no payments are accepted', isFine: false }
}

async function checkNetworks(context: CommandContext): Promise<Found[]> {
  const { networks } = context.config
  const all = settableNetworks.flatMap((code) => networks[code] ?? [])
  return (await Promise.all(all.map((settings) => checkNetwork(context, settings)))).flat()
}

type Answer = Pick<Found, 'says' | 'isFine'>
const fine = (says: string): Answer => ({ says, isFine: true })

/** Everything that the service asks of a node; a provider may refuse each by itself. */
async function checkNetwork(context: CommandContext, settings: NetworkSettings): Promise<Found[]> {
  const network = networkOf(settings)
  const { facts, reader } = network
  const check = async (what: string, ask: () => Promise<Answer>): Promise<Found> => ({
    ...{ of: facts.name, what },
    ...(await ask().catch((error: unknown) => ({ says: failureReason(error), isFine: false }))),
  })
  const found: Found[] = []
  if (reader) found.push(...(await checkReader(context, { facts, reader }, check)))
  else found.push(...(await checkFollower(context, network, check)))
  for (const { what, ask } of network.probes) found.push(await check(what, async () => fine(await ask())))
  const { treasury, node } = settings
  const own = treasury !== undefined && treasury !== context.config.treasury
  if (own) found.push(await check('treasury', async () => fine(treasury)))
  const { dailyRequests } = node
  if (dailyRequests !== undefined) found.push(await check('budget', async () => budgetAnswer(network, dailyRequests)))
  return found
}

function budgetAnswer({ reader }: Network, dailyRequests: number): Answer {
  const least = Math.ceil((reader?.perAddress?.pauseMs(1) ?? 0) / 1000)
  const seconds = Math.max(least, Math.ceil(86_400 / (dailyRequests / REQUESTS_A_POLL)))
  if (reader) return fine(`${dailyRequests} requests a day: a poll in ${seconds} s`)
  const payouts = Math.floor(dailyRequests / REQUESTS_A_PAYOUT)
  return {
    says: `${dailyRequests} requests a day: about ${payouts} payouts, and ${REQUESTS_OF_A_PROOF} to prove that one has expired`,
    isFine: dailyRequests > REQUESTS_OF_A_PROOF,
  }
}

interface Reading {
  facts: NetworkFacts
  reader: ChainReader
}

type Checking = (what: string, ask: () => Promise<Answer>) => Promise<Found>

const finalityText = ({ chainId, finality }: NetworkFacts): string =>
  `${chainId}, ${finality === 'finalized' ? 'final by its own word' : `${finality.blocks} confirmations`}`

/** A network on which a program pays, and nothing is received. */
async function checkFollower({ db }: CommandContext, { facts, follower }: Network, check: Checking): Promise<Found[]> {
  const { code: network } = facts
  if (!follower) return []
  const found = [
    await check('chain', async () => {
      await follower.check()
      return fine(finalityText(facts))
    }),
  ]
  for (const { coin, contract } of facts.tokens)
    found.push(
      await check(coin, async () => {
        const decimals = await readDecimals(db, { network, contract }, follower)
        return fine(`${contract}, ${decimals} decimals`)
      }),
    )
  return [...found, await check('receiving', async () => fine('nothing is taken here: a program pays only'))]
}

async function checkReader({ db }: CommandContext, { facts, reader }: Reading, check: Checking): Promise<Found[]> {
  const { code: network } = facts
  const found = [
    await check('chain', async () => {
      await reader.check()
      return fine(finalityText(facts))
    }),
  ]
  for (const { coin, contract } of facts.tokens)
    found.push(
      await check(coin, async () => {
        const decimals = await readDecimals(db, { network, contract }, reader)
        return fine(`${contract}, ${decimals} decimals`)
      }),
    )
  const token = contractOf({ facts }, 'USDT')
  found.push(
    await check('first block', async () => {
      if ((await reader.hashOf(0n)) === undefined) throw new NetworkError('it does not return the first block')
      return fine('kept')
    }),
    await check('receipts', async () => checkReceipts(db, { facts, reader })),
    await check('balances', async () => {
      const head = await reader.head()
      const final = await reader.finalHead(head)
      if (token !== undefined && final >= 0n) await reader.received([token], { token, block: final })
      return fine(`told at block ${final}`)
    }),
    await check('watch', async () => checkWatch(db, network, (await reader.head()).block)),
  )
  return found
}

/** A node without logs would never report a payment. */
async function checkReceipts(db: CommandContext['db'], { facts, reader }: Reading): Promise<Answer> {
  const { block } = await reader.head()
  const known = reader.perAddress && (await someAddresses(db, facts.code as PaymentNetwork, MAX_RECIPIENTS))
  // Without an address yet, nobody's transfers are asked for.
  const wanted = known?.length === 0 ? facts.tokens.map(({ contract }) => contract) : known
  let [transfers, last] = [0, undefined as Arrival | undefined]
  for await (const { found } of reader.arrivals({ from: block > 20n ? block - 20n : 0n, to: block }, wanted)) {
    transfers += found.length
    last = found.at(-1) ?? last
  }
  if (last && !(await reader.proves(last)))
    return { says: `block ${last.block}: its receipts do not confirm its transfers`, isFine: false }
  return fine(`block ${block}, ${transfers} transfers in the last blocks`)
}

/** How far the service has read. */
async function checkWatch(db: CommandContext['db'], network: string, head: bigint): Promise<Answer> {
  const row = await db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('network', '=', network as PaymentNetwork)
    .executeTakeFirst()
  if (!row) return { says: 'the service has not looked yet', isFine: false }
  const behind = head - BigInt(row.head)
  const at = row.looked_at ? utcDateTime(unixSeconds(row.looked_at)) : 'never'
  return { says: `read to its end at ${at}, ${behind} blocks ago`, isFine: behind <= MAX_BEHIND }
}
