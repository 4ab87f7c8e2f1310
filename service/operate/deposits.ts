import { fromUnits } from '#lib/money/coins.ts'
import { networkName, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '../clock.ts'
import { refuseReceipt } from '../features/deposits/refusing.ts'
import { lyingOn } from '../features/deposits/sweeps.ts'
import type { Asked, Change, Command, CommandContext, View } from './command.ts'
import { openNetworks } from './deposit-networks.ts'
import { refused, wrongUsage } from './errors.ts'
import { reasonIn } from './reasons.ts'

export const deposits: Command = {
  name: 'deposits',
  summary: 'What lies on which deposit address, or what arrived at one; refuse what never becomes final',
  word: '[ADDRESS|ORDER]',
  options: {
    network: { type: 'string', value: 'NETWORK', hint: `only on this one: ${paymentNetworks.join(', ')}` },
    all: { type: 'boolean', hint: 'those that were swept too' },
    ask: { type: 'boolean', hint: 'ask the nodes what the addresses hold now' },
    refuse: { type: 'string', value: 'TXID', hint: 'count this transaction no more; not one that is final' },
    reason: { type: 'string', value: 'TEXT', hint: 'why; with --refuse' },
  },
  async run(context, asked) {
    const transaction = asked.text('refuse')
    if (transaction !== undefined) return refuse(context, asked, transaction)
    return asked.word === undefined ? list(context, asked) : one(context, asked.word)
  },
}

function networkAsked(asked: Asked): PaymentNetwork | undefined {
  const name = asked.text('network')?.toUpperCase()
  const network = paymentNetworks.find((known) => known === name)
  if (name !== undefined && network === undefined) throw wrongUsage(`--network is ${paymentNetworks.join(', ')}.`)
  return network
}

/** The network of the tests is part of the service: it has no node, and nothing of it is swept. */
const UNASKED = 'The local test network has no node that could be asked: nothing on it is worth anything.'

async function list(context: CommandContext, asked: Asked): Promise<View> {
  const network = networkAsked(asked)
  const lying = await lyingOn(context.db, { all: asked.flag('all'), ...(network && { network }) })
  const networks = asked.flag('ask')
    ? await openNetworks(
        context,
        lying.filter((row) => row.network !== 'LOCAL'),
      )
    : new Map()
  const rows = []
  for (const { address, network, purpose, subject_id, arrived, moved, open } of lying) {
    const at = networks.get(network)
    const held: bigint | undefined = await at?.evm.balanceOf(address)
    const text = (value: bigint) => tokenText(value, network)
    rows.push({
      ...{ address, network, purpose, subject: subject_id },
      ...{ arrived: text(arrived), moved: text(moved), lies: text(arrived - moved) },
      holds: held === undefined ? null : text(held),
      sweep: open === null ? null : 'under way',
    })
  }
  const isUnasked = ({ holds }: { holds: string | null }) => asked.flag('ask') && holds === null
  return {
    kind: 'view',
    audit: `${rows.length} deposit addresses`,
    data: rows,
    table: {
      columns: [
        ...[{ title: 'Network' }, { title: 'Address' }, { title: 'For' }, { title: 'Arrived', right: true }],
        ...[
          { title: 'Swept', right: true },
          { title: 'Lies there', right: true },
          { title: 'Node says', right: true },
        ],
        { title: 'Sweep' },
      ],
      rows: rows.map((row) => [
        ...[networkName(row.network), row.address, `${row.purpose} ${row.subject}`, row.arrived],
        ...[row.moved, row.lies, row.holds ?? (asked.flag('ask') ? 'no node to ask' : ''), row.sweep ?? ''],
      ]),
      empty: 'Nothing lies on any deposit address.',
      foot: `USDT that are final. \`sweep\` moves them to the treasury.${rows.some(isUnasked) ? `\n${UNASKED}` : ''}`,
    },
  }
}

/** USDT has 18 decimals on BNB Smart Chain, and 6 on the other networks. */
const tokenText = (value: bigint, network: PaymentNetwork): string =>
  fromUnits(network === 'BSC' ? value / 10n ** 12n : value, 'USDT')

/** Everything that ever came to one address. */
async function one({ db }: CommandContext, word: string): Promise<View> {
  const address = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(({ eb, or }) => or([eb('subject_id', '=', word), eb(eb.fn('lower', ['address']), '=', word.toLowerCase())]))
    .executeTakeFirst()
  if (!address) throw refused(`There is no deposit address ${word}, nor an order or recharge of that id.`)
  const rows = await db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('deposit', '=', address.number)
    .orderBy('seen_at')
    .orderBy('log_index')
    .execute()
  const { taken, credited } = address
  return {
    kind: 'view',
    audit: `${address.address}`,
    data: {
      ...address,
      receipts: rows.map((row) => ({ ...row, value: String(row.value), amount: String(row.amount) })),
    },
    table: {
      columns: [
        ...[{ title: 'Seen' }, { title: 'Network' }, { title: 'Transaction' }, { title: 'Token' }],
        ...[{ title: 'USDT', right: true }, { title: 'State' }, { title: 'By' }, { title: 'Why' }],
      ],
      rows: rows.map((row) => [
        ...[utcDateTime(unixSeconds(row.seen_at)), networkName(row.network), row.transaction_id],
        ...[row.kind === 'usdt' ? 'USDT' : row.token, fromUnits(row.amount, 'USDT'), row.state],
        ...[row.ended_by ?? '', row.reason ?? ''],
      ]),
      empty: `Nothing has arrived at ${address.address}.`,
      foot: `${address.purpose} ${address.subject_id}: ${fromUnits(taken, 'USDT')} USDT taken for it, ${fromUnits(credited, 'USDT')} in the balance.`,
    },
  }
}

function refuse(context: CommandContext, asked: Asked, transactionId: string): Change {
  const { reason } = reasonIn(asked)
  return {
    kind: 'change',
    question: `Count ${transactionId} no more, because: ${reason}? Only what the network will never make final.`,
    audit: `refused ${transactionId}: ${reason}`,
    async apply(db) {
      const rows = await refuseReceipt(db, { transactionId, by: context.operator, reason, now: context.now() })
      if (rows === 0) throw refused(`No receipt of ${transactionId} waits to become final.`)
      return { data: { transactionId, rows }, text: `${transactionId} counts no more. The service goes on without it.` }
    },
  }
}
