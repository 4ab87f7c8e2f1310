import { fromUnits } from '#lib/money/coins.ts'
import { addressOn } from '#lib/rules/addresses.ts'
import { transactionOn } from '#lib/rules/networks.ts'
import { formsOf, networkName, paymentNetworks } from '#lib/rules/payments.ts'
import { userById } from '#service/identity/users/queries.ts'
import { type RefundRefusal, refundOrder } from '#service/market/orders/refund-order.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { beginRefund, type DepositRefundRefusal, endRefund, type Refund } from '#service/money/deposits/refunds.ts'
import { type Change, type Command, type CommandContext, defineAct } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { required, text, usdt, word } from '#service/platform/operator/fields.ts'
import { phrase, type Text } from '#service/platform/operator/phrase.ts'

const reasons = reasonFields('reason shown to the user')
const missing = 'Which one? Give an order number, or a deposit address.'
const depositAddress = required(word('Deposit address'), missing)

/** The one word may be an order or a deposit address. */
export const refundPaid = defineAct({
  name: 'refund ORDER|ADDRESS',
  needsProof: true,
  role: 'finance',
  button: 'Refund',
  fields: {
    word: required(word('Order or deposit address'), missing),
    ...reasons,
    total: usdt(
      {
        label: 'Order: refunded in all',
        hint: 'order: total to refund; the order continues (default: all, and it ends)',
      },
      '25',
    ),
    amount: usdt({ label: 'Address: amount', hint: 'address: how much is sent back' }, '25'),
    to: text({ value: 'ADDRESS', label: 'Address: sent to', hint: 'address: where it is sent to' }),
  },
  async run(context, { word: name, total, amount, to = '', ...input }) {
    const why = reasonIn(input)
    if (isOrder(name)) {
      if (amount !== undefined || to !== '')
        throw wrongUsage('--amount and --to are for a deposit address: a part of an order is refunded with --total.')
      return ofOrder(context, { orderNo: name, total, why })
    }
    if (total !== undefined) throw wrongUsage('--total is for an order: a deposit address takes --amount and --to.')
    const { address, network, number } = await findDeposit(context, name)
    if (amount === undefined) throw wrongUsage('--amount is a number of USDT above 0, for example 25.')
    if (addressOn(formsOf(network), to) === undefined)
      throw wrongUsage(phrase`--to is an address of ${networkName(network)}, with the capitals of its checksum.`)
    const summary = phrase`${fromUnits(amount, 'USDT')} USDT of ${address} on ${networkName(network)} to ${to}`
    return change(phrase`Refund ${summary}: ${reasonText(why)}?`, `${summary}: ${reasonText(why)}`, (db) =>
      beginRefund(db, { number, amount, address: to, ...why, by: context.operator, now: context.now() }),
    )
  },
})

export const enterRefund = defineAct({
  name: 'refund ORDER|ADDRESS --transaction',
  needsProof: true,
  role: 'finance',
  button: 'Enter the transaction',
  fields: {
    word: depositAddress,
    transaction: required(
      text({ value: 'TXID', label: 'Transaction', hint: 'address: the transaction that has sent it', maxLength: 128 }),
    ),
  },
  async run(context, { word: name, transaction }) {
    const { address, number, network } = await findDeposit(context, name)
    const transactionId = transactionOn(formsOf(network), transaction)
    if (transactionId === undefined)
      throw wrongUsage(phrase`--transaction is the id of a transaction on ${networkName(network)}.`)
    const question = phrase`Enter ${transactionId} as the refund of ${address}?`
    return change(question, `${address}: ${transactionId}`, (db) =>
      endRefund(db, { number, transactionId, by: context.operator, now: context.now() }),
    )
  },
})

export const takeRefundBack = defineAct({
  name: 'refund ORDER|ADDRESS --not-sent',
  needsProof: true,
  role: 'finance',
  button: 'Nothing was sent',
  hint: 'address: nothing was sent; it goes back to the balance',
  fields: { word: depositAddress },
  async run(context, { word: name }) {
    const { address, number } = await findDeposit(context, name)
    const question = phrase`Was nothing sent of the refund of ${address}? It goes back to the balance.`
    return change(question, `not sent: ${address}`, (db) =>
      endRefund(db, { number, transactionId: undefined, by: context.operator, now: context.now() }),
    )
  },
})

export const refund: Command = {
  name: 'refund',
  summary: 'Refund a paid order to the balance, or return by hand what a deposit address received',
  acts: [refundPaid, enterRefund, takeRefundBack],
}

const orderSentences: Readonly<Record<RefundRefusal, string>> = {
  UNKNOWN: 'No such order.',
  NOT_PAID: 'It is not paid. Payments for an order that ends unpaid are added to the balance automatically.',
  RUNS_ALREADY: 'It is already running and keeps its output: refund a part, or all, with --total.',
  LESS_THAN_BEFORE: 'More than that was already refunded.',
  MORE_THAN_PAID: 'That is more than was paid for it.',
  DONE: 'That was already refunded.',
}

async function ofOrder(
  { db, now }: CommandContext,
  { orderNo, total, why }: { orderNo: string; total: bigint | undefined; why: Reason },
): Promise<Change> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderNo).executeTakeFirst()
  if (!order) throw refused(orderSentences.UNKNOWN)
  const { username } = await userById(db, order.user_id)
  const sum = fromUnits(total ?? order.amount, 'USDT')
  const summary = phrase`${sum} of ${fromUnits(order.amount, 'USDT')} USDT of order ${orderNo} of ${username}`
  return {
    kind: 'change',
    question: total === undefined ? phrase`Refund ${summary}, and end the order?` : phrase`Refund ${summary} in total?`,
    audit: `${summary}${total === undefined ? ', ended' : ''}: ${reasonText(why)}`,
    async apply(db) {
      const after = await refundOrder(db, { orderNo, total, ...why, now: now() })
      if (typeof after === 'string') throw refused(orderSentences[after])
      const refunded = fromUnits(after.refunded, 'USDT')
      return {
        data: { orderNo, refunded, status: after.status },
        text: phrase`${refunded} USDT of order ${orderNo} are in the balance of ${username}.`,
      }
    },
  }
}

const depositSentences: Readonly<Record<DepositRefundRefusal, string>> = {
  BEGUN_ALREADY: 'One has already started: coins may be on their way. Enter --transaction or --not-sent.',
  MORE_THAN_CREDITED: 'This address has not brought so much to the balance, less what was sent back before.',
  BALANCE_SHORT: 'The user has spent it: the balance holds less.',
  PAUSED: 'Payouts are paused. See `payouts`.',
  NOT_BEGUN: 'No refund of this address was begun.',
  TRANSACTION_KNOWN: 'This transaction has paid something else.',
}

/** Every word that has the form of no network's addresses is the number of an order. */
const isOrder = (name: string): boolean =>
  paymentNetworks.every((network) => addressOn(formsOf(network), name) === undefined)

async function findDeposit({ db }: CommandContext, name: string) {
  const sharing = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>('lower', ['address']), '=', name.toLowerCase()))
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('refunds')
            .select('id')
            .whereRef('deposit', '=', 'deposit_addresses.number')
            .where('outcome', 'is', null),
        ),
      'desc',
    )
    .orderBy('credited', 'desc')
    .execute()
  // Several payments may share an address: first the one whose refund has begun, then the one that has brought most to the balance.
  const [address] = sharing
  if (!address) throw refused(phrase`There is no deposit address ${name}.`)
  return address
}

const change = (
  question: Text,
  summary: string,
  act: (db: CommandContext['db']) => Promise<Refund | DepositRefundRefusal>,
): Change => ({
  kind: 'change',
  question,
  audit: summary,
  async apply(db) {
    const after = await act(db)
    if (typeof after === 'string') throw refused(depositSentences[after])
    const { id, outcome, network, address, transaction_id: transactionId } = after
    const amount = fromUnits(after.amount, 'USDT')
    const next = phrase`${amount} USDT is out of the balance. Send them on ${networkName(network)} to\n${address}\nthen enter the transaction with --transaction, or give --not-sent.`
    const ends = { sent: phrase`${amount} USDT is sent.`, 'not-sent': phrase`${amount} USDT is in the balance again.` }
    return { data: { id, amount, outcome, transactionId }, text: outcome === null ? next : ends[outcome] }
  },
})
