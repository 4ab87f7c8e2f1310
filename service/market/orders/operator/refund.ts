import { isAddress } from 'viem'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { userById } from '#service/identity/users/queries.ts'
import { type RefundRefusal, refundOrder } from '#service/market/orders/refund-order.ts'
import { reasonIn, reasonOptions, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { beginRefund, type DepositRefundRefusal, endRefund, type Refund } from '#service/money/deposits/refunds.ts'
import type { Asked, Change, Command, CommandContext } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

const TRANSACTION = /^0x[0-9a-f]{64}$/i

export const refund: Command = {
  name: 'refund',
  summary: 'Give a paid order back to the balance, or send back by hand what a deposit address brought',
  word: 'ORDER|ADDRESS',
  options: {
    ...reasonOptions('reason shown to the user'),
    total: {
      type: 'string',
      value: 'USDT',
      hint: 'order: total to refund; the order continues (default: all, and it ends)',
    },
    amount: { type: 'string', value: 'USDT', hint: 'address: how much is sent back' },
    to: { type: 'string', value: '0x…', hint: 'address: where it is sent to' },
    transaction: { type: 'string', value: 'TXID', hint: 'address: the transaction that has sent it' },
    'not-sent': { type: 'boolean', hint: 'address: nothing was sent; it goes back to the balance' },
  },
  async run(context, asked) {
    const { word } = asked
    if (word === undefined) throw wrongUsage('Which one? Give an order number, or a deposit address.')
    return /^0x/i.test(word) ? ofDeposit(context, asked, word) : ofOrder(context, asked, word)
  },
}

function usdtIn(asked: Asked, name: 'total' | 'amount'): bigint {
  try {
    const units = toUnits(asked.decimal(name) ?? '', 'USDT')
    if (units > 0n) return units
  } catch {
    // Said below.
  }
  throw wrongUsage(`--${name} is a number of USDT above 0, for example 25.`)
}

const orderSentences: Readonly<Record<RefundRefusal, string>> = {
  UNKNOWN: 'No such order.',
  NOT_PAID: 'It is not paid. Payments for an order that ends unpaid are added to the balance automatically.',
  RUNS_ALREADY: 'It is already running and keeps its output: refund a part, or all, with --total.',
  LESS_THAN_BEFORE: 'More than that was already refunded.',
  MORE_THAN_PAID: 'That is more than was paid for it.',
  DONE: 'That was already refunded.',
}

async function ofOrder({ db, now }: CommandContext, asked: Asked, orderNo: string): Promise<Change> {
  const why = reasonIn(asked)
  const total = asked.text('total') === undefined ? undefined : usdtIn(asked, 'total')
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderNo).executeTakeFirst()
  if (!order) throw refused(orderSentences.UNKNOWN)
  const { username } = await userById(db, order.user_id)
  const sum = fromUnits(total ?? order.amount, 'USDT')
  const said = `${sum} of ${fromUnits(order.amount, 'USDT')} USDT of order ${orderNo} of ${username}`
  return {
    kind: 'change',
    question: `Give back ${said}${total === undefined ? ', and end it' : ' in all'}?`,
    audit: `${said}${total === undefined ? ', ended' : ''}: ${reasonText(why)}`,
    async apply(db) {
      const after = await refundOrder(db, { orderNo, total, ...why, now: now() })
      if (typeof after === 'string') throw refused(orderSentences[after])
      const refunded = fromUnits(after.refunded, 'USDT')
      return {
        data: { orderNo, refunded, status: after.status },
        text: `${refunded} USDT of order ${orderNo} are in the balance of ${username}.`,
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

async function ofDeposit(context: CommandContext, asked: Asked, word: string): Promise<Change> {
  const address = await context.db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>('lower', ['address']), '=', word.toLowerCase()))
    .executeTakeFirst()
  if (!address) throw refused(`There is no deposit address ${word}.`)
  const { number } = address
  const by = { by: context.operator, now: context.now() }
  const transactionId = asked.text('transaction')?.toLowerCase()
  if (transactionId !== undefined && !TRANSACTION.test(transactionId))
    throw wrongUsage('--transaction is 0x and 64 hexadecimal digits.')
  if (transactionId !== undefined || asked.flag('not-sent')) {
    const said = transactionId === undefined ? `not sent: ${address.address}` : `${address.address}: ${transactionId}`
    return change(said, (db) => endRefund(db, { number, transactionId, ...by }))
  }
  const why = reasonIn(asked)
  const amount = usdtIn(asked, 'amount')
  const to = asked.text('to') ?? ''
  if (!isAddress(to)) throw wrongUsage('--to is an address of that network: 0x and 40 hexadecimal digits.')
  const said = `${fromUnits(amount, 'USDT')} USDT of ${address.address} on ${networkName(address.network)} to ${to}`
  return change(`${said}: ${reasonText(why)}`, (db) => beginRefund(db, { number, amount, address: to, ...why, ...by }))
}

const change = (said: string, act: (db: CommandContext['db']) => Promise<Refund | DepositRefundRefusal>): Change => ({
  kind: 'change',
  question: `Refund ${said}?`,
  audit: said,
  async apply(db) {
    const after = await act(db)
    if (typeof after === 'string') throw refused(depositSentences[after])
    const { id, outcome, network, address, transaction_id: transactionId } = after
    const amount = fromUnits(after.amount, 'USDT')
    const next = `${amount} USDT are out of the balance. Send them on ${networkName(network)} to\n${address}\nthen enter the transaction with --transaction, or say --not-sent.`
    const ends = { sent: `${amount} USDT are sent.`, 'not-sent': `${amount} USDT are in the balance again.` }
    return { data: { id, amount, outcome, transactionId }, text: outcome === null ? next : ends[outcome] }
  },
})
