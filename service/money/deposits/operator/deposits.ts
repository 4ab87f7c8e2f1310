import { fromUnits } from '#lib/money/coins.ts'
import { networkName, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { unsweptAt } from '#service/money/deposits/reconciliations.ts'
import { findUnswept } from '#service/money/deposits/sweeps.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Asked, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { acceptHeld, lookUpTransaction, refuseTransaction } from './acts.ts'
import { tokenText } from './amounts.ts'
import { openNetworks } from './networks.ts'

export const deposits: Command = {
  name: 'deposits',
  summary:
    'What lies on which deposit address, or what arrived at one; look a transaction up, refuse one, explain a difference',
  word: '[ADDRESS|ORDER]',
  options: {
    network: { type: 'string', value: 'NETWORK', hint: `only on this one: ${paymentNetworks.join(', ')}` },
    all: { type: 'boolean', hint: 'those that were swept too' },
    ask: { type: 'boolean', hint: 'ask the nodes what the addresses hold now' },
    refuse: { type: 'string', value: 'TXID', hint: 'count this transaction no more; not one that is final' },
    transaction: {
      type: 'string',
      value: 'TXID',
      hint: 'have the service ask for this transaction, which it has not seen',
    },
    accept: { type: 'boolean', hint: 'take what ADDRESS holds for right, although another sum should lie there' },
    reason: { type: 'string', value: 'TEXT', hint: 'why; with --refuse and --accept' },
  },
  async run(context, asked) {
    const network = networkAsked(asked)
    const [refusal, lost] = [asked.text('refuse'), asked.text('transaction')]
    if (refusal !== undefined) return refuseTransaction(context, asked, refusal)
    if (lost !== undefined) return lookUpTransaction(context, lost, network)
    if (asked.flag('accept')) {
      if (asked.word === undefined) throw wrongUsage('--accept is about one address: deposits ADDRESS --accept.')
      return acceptHeld(context, asked, { word: asked.word, network })
    }
    return asked.word === undefined ? list(context, asked) : one(context, asked, asked.word)
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
  const lying = await findUnswept(context.db, { all: asked.flag('all'), ...(network && { network }) })
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

/** Everything that ever came to one address. */
async function one(context: CommandContext, asked: Asked, word: string): Promise<View> {
  const { db } = context
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
  const balances = asked.flag('ask') ? await balancesOf(context, address) : []
  const says = balances.map((of) => of.says)
  return {
    kind: 'view',
    audit: `${address.address}`,
    data: {
      ...address,
      receipts: rows.map((row) => ({ ...row, value: String(row.value), amount: String(row.amount) })),
      ...(asked.flag('ask') && { balances }),
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
      empty: [`Nothing has been seen at ${address.address}.`, ...says].join('\n'),
      foot: `${says.map((line) => `${line}\n`).join('')}${address.purpose} ${address.subject_id}: ${fromUnits(taken, 'USDT')} USDT taken for it, ${fromUnits(credited, 'USDT')} in the balance.`,
    },
  }
}

/** What the nodes say that an address holds, beside what is known to lie there. */
async function balancesOf(context: CommandContext, { number, address }: { number: number; address: string }) {
  const networks = await openNetworks(
    context,
    Object.keys(context.config.evm).map((network) => ({ network })),
  )
  const known = await unsweptAt(context.db, number)
  return Promise.all(
    [...networks].map(async ([network, { evm }]) => {
      const name = network as PaymentNetwork
      const held = await evm.balanceOf(address as `0x${string}`)
      const [holds, lies] = [tokenText(held, name), tokenText(known.get(name) ?? 0n, name)]
      const isMissing = held > (known.get(name) ?? 0n)
      const says = `${networkName(name)}: it holds ${holds} USDT, ${lies} of it known.`
      const more = isMissing ? ' Find the transaction of the rest in an explorer: deposits --transaction TXID.' : ''
      return { network, holds, known: lies, says: `${says}${more}` }
    }),
  )
}
