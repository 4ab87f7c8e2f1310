import { fromUnits } from '#lib/money/coins.ts'
import { networkName, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { requiredReason } from '#service/messaging/mail/operator-reasons.ts'
import { unsweptAt } from '#service/money/deposits/reconciliations.ts'
import type { Address } from '#service/money/deposits/sums.ts'
import { findUnswept } from '#service/money/deposits/sweeps.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, flag, required, text, word } from '#service/platform/operator/fields.ts'
import { lines, phrase, type Text, term } from '#service/platform/operator/phrase.ts'
import { tokenTexts } from './amounts.ts'
import { acceptHeld, lookUpTransaction, refuseTransaction } from './deposit-changes.ts'
import { openNetworks, setNetworks } from './networks.ts'

const network = choice(
  paymentNetworks,
  { value: 'NETWORK', label: 'Network', hint: `only on this one: ${paymentNetworks.join(', ')}` },
  'is',
)
const reason = requiredReason('why; with --refuse and --accept', 'Reason')
const ask = flag({ label: 'Ask the nodes', hint: 'ask the nodes what the addresses hold now' })

export const listDeposits = defineAct({
  name: 'deposits',
  fields: { network, all: flag({ label: 'Those that were swept too', hint: 'those that were swept too' }), ask },
  run: list,
})

export const showDeposit = defineAct({
  name: 'deposits ADDRESS|ORDER',
  fields: { word: required(word('Address or order')), ask },
  run: (context, { word: name, ask: asksNodes }) => one(context, name, asksNodes),
})

export const refuseOne = defineAct({
  name: 'deposits --refuse',
  needsProof: true,
  role: 'finance',
  button: 'Stop counting it',
  fields: {
    refuse: required(
      text({ value: 'TXID', label: 'Transaction', hint: 'stop counting this transaction; not one that is final' }),
    ),
    reason,
  },
  run: async (context, { refuse, reason: why }) => refuseTransaction(context, refuse, why),
})

export const lookUp = defineAct({
  name: 'deposits --transaction',
  role: 'finance',
  button: 'Look it up',
  fields: {
    transaction: required(
      text({
        value: 'TXID',
        label: 'Transaction',
        hint: 'have the service ask for this transaction, which it has not seen',
      }),
    ),
    network,
  },
  run: (context, { transaction, network: name }) => lookUpTransaction(context, transaction, name),
})

export const acceptBalance = defineAct({
  name: 'deposits ADDRESS|ORDER --accept',
  needsProof: true,
  role: 'finance',
  button: 'Accept the balance',
  hint: 'accept the balance of ADDRESS, although another one is expected',
  fields: {
    word: required(word('Address or order'), '--accept is about one address: deposits ADDRESS --accept.'),
    network,
    reason,
  },
  run: (context, { word: name, ...input }) => acceptHeld(context, { word: name, ...input }),
})

export const deposits: Command = {
  name: 'deposits',
  summary:
    'Unswept amounts of deposit addresses, or the receipts of one; look a transaction up, refuse one, accept a balance',
  acts: [listDeposits, showDeposit, refuseOne, lookUp, acceptBalance],
}

/** The test network is part of the service: it has no node, and nothing on it is swept. */
const FINAL = 'USDT that are final. `sweep` moves them to the treasury.'
const REST = 'Find the transaction of the rest in an explorer: deposits --transaction TXID.'
const UNASKED = 'The local test network has no node that could be asked: nothing on it is worth anything.'

interface ListInput {
  network: PaymentNetwork | undefined
  all: boolean
  ask: boolean
}

async function list(context: CommandContext, { network, all, ask }: ListInput): Promise<View> {
  const unswept = await findUnswept(context.db, { all, ...(network && { network }) })
  const networks = ask
    ? await openNetworks(
        context,
        unswept.filter((row) => row.network !== 'LOCAL'),
      )
    : undefined
  const texts = await tokenTexts(
    context,
    unswept.map((row) => row.network),
  )
  const rows = []
  for (const { address, network, purpose, subject_id, arrived, moved, open } of unswept) {
    const at = networks?.get(network)
    const held = at && (await at.follower.balanceOf(address, at.token))
    const text = (value: bigint) => texts(value, network)
    rows.push({
      ...{ address, network, purpose, subject: subject_id },
      ...{ arrived: text(arrived), moved: text(moved), lies: text(arrived - moved) },
      holds: held === undefined ? null : text(held),
      sweep: open === null ? null : 'under way',
    })
  }
  const isUnasked = ({ holds }: { holds: string | null }) => ask && holds === null
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
        ...[row.moved, row.lies, row.holds ?? (ask ? 'no node to ask' : ''), row.sweep ?? ''],
      ]),
      empty: 'No deposit address has an unswept amount.',
      foot: lines(rows.some(isUnasked) ? [FINAL, UNASKED] : [FINAL]),
    },
  }
}

/** All receipts of one address. */
async function one(context: CommandContext, word: string, ask: boolean): Promise<View> {
  const { db } = context
  const found = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(({ eb, or }) => or([eb('subject_id', '=', word), eb(eb.fn('lower', ['address']), '=', word.toLowerCase())]))
    .orderBy('number')
    .execute()
  const [address] = found
  // An order or recharge shows its own receipts, an address those of all that share it.
  const sharing = found.filter((other) => other.address === address?.address)
  if (!address) throw refused(phrase`There is no deposit address ${word}, nor an order or recharge of that id.`)
  const rows = await db
    .selectFrom('chain_receipts')
    .selectAll()
    .where(
      'deposit',
      'in',
      sharing.map(({ number }) => number),
    )
    .orderBy('seen_at')
    .orderBy('log_index')
    .execute()
  const balances = ask ? await balancesOf(context, address) : []
  const says = balances.map((of) => of.says)
  return {
    kind: 'view',
    audit: `${address.address}`,
    data: {
      ...address,
      receipts: rows.map((row) => ({ ...row, value: String(row.value), amount: String(row.amount) })),
      ...(ask && { balances: balances.map((of) => ({ ...of, says: String(of.says) })) }),
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
      empty: lines([phrase`Nothing has been seen at ${address.address}.`, ...says]),
      foot: lines([...says, ...sharing.map(allocationText)]),
    },
  }
}

const allocationText = ({ purpose, subject_id, taken, credited }: Address): Text =>
  phrase`${term(purpose)} ${subject_id}: ${fromUnits(taken, 'USDT')} USDT taken for it, ${fromUnits(credited, 'USDT')} in the balance.`

/** The balance of an address on each node, beside the known unswept amount. */
async function balancesOf(context: CommandContext, { number, address, address_of }: Address) {
  const canHold = setNetworks(context.config).filter(({ network }) => network.addresses?.fault(address) === undefined)
  const networks = await openNetworks(
    context,
    canHold.map(({ code }) => ({ network: code })),
  )
  const texts = await tokenTexts(context, networks.keys())
  const known = await unsweptAt(context.db, address_of ?? number)
  return Promise.all(
    [...networks].map(async ([network, { follower, token }]) => {
      const name = network as PaymentNetwork
      const held = await follower.balanceOf(address, token)
      const [holds, knownAmount] = [texts(held, name), texts(known.get(name) ?? 0n, name)]
      const isMissing = held > (known.get(name) ?? 0n)
      const says = phrase`${networkName(name)}: it holds ${holds} USDT, ${knownAmount} of it known.`
      return { network, holds, known: knownAmount, says: isMissing ? phrase`${says} ${term(REST)}` : says }
    }),
  )
}
