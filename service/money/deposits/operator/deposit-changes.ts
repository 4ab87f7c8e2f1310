import { networkName, type PaymentNetwork, transactionIdIn } from '#lib/rules/payments.ts'
import { failureReason, type TransactionOutcome } from '#service/chains/network.ts'
import { nameTransaction } from '#service/money/deposits/named-transactions.ts'
import { acceptDifference, differencesOf } from '#service/money/deposits/reconciliations.ts'
import { refuseReceipt } from '#service/money/deposits/refuse-receipt.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Change, CommandContext } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { list as enumerate, lines, phrase, type Text, term } from '#service/platform/operator/phrase.ts'
import { type TokenText, tokenTexts } from './amounts.ts'
import { type SetNetwork, setNetworks } from './networks.ts'

export function refuseTransaction(context: CommandContext, transactionId: string, reason: string): Change {
  return {
    kind: 'change',
    question: phrase`Stop counting ${transactionId}, because: ${reason}? Only for a transaction that never becomes final.`,
    audit: `refused ${transactionId}: ${reason}`,
    async apply(db) {
      const rows = await refuseReceipt(db, { transactionId, by: context.operator, reason, now: context.now() })
      if (rows === 0) throw refused(phrase`No receipt of ${transactionId} waits to become final.`)
      return {
        data: { transactionId, rows },
        text: phrase`${transactionId} is not counted any more. The service continues without it.`,
      }
    },
  }
}

/** Has the service look up a transaction that is missing in the logs of its node. The question shows the answers of the nodes. */
export async function lookUpTransaction(
  context: CommandContext,
  text: string,
  network: PaymentNetwork | undefined,
): Promise<Change> {
  const transactionId = transactionIdIn(text, network ?? 'ETHEREUM')
  if (transactionId === undefined)
    throw wrongUsage(
      '--transaction is 64 hexadecimal digits, with 0x or without, or a link to an explorer that holds them.',
    )
  const set = setNetworks(context.config).filter(({ code }) => network === undefined || code === network)
  const local = await context.db.selectFrom('chain_cursors').select('network').where('network', '=', 'LOCAL').execute()
  const networks = [...set.map(({ code }) => code), ...local.map((row) => row.network)].filter(
    (name) => network === undefined || name === network,
  )
  if (networks.length === 0) throw refused('No network of USDT is set: there is no node that could be asked.')
  const answers = await Promise.all(
    set.map(async (one) => {
      const said = await describeTransaction(context, one, transactionIdIn(text, one.code) ?? text)
      return phrase`${networkName(one.code)}: ${said}`
    }),
  )
  return {
    kind: 'change',
    question: phrase`${lines(answers)}\nHave the service look up ${transactionId} until the network reports it?`,
    audit: `named transaction ${transactionId}`,
    async apply(db) {
      await nameTransaction(db, { networks, transactionId, deposit: null, by: context.operator, now: context.now() })
      const text = phrase`${lines(answers)}\nThe service looks up ${transactionId} from now on. A payment to one of our addresses is credited once it is final.`
      return { data: { transactionId, networks }, text }
    },
  }
}

async function describeTransaction(
  context: CommandContext,
  { code, network: { reader } }: SetNetwork,
  transactionId: string,
): Promise<Text> {
  if (!reader) return term('no program reads it.')
  try {
    await reader.check()
    const outcome = await reader.transfersOf(transactionId)
    const texts = await tokenTexts(context, [code])
    return await describeAnswer(context.db, outcome, (value) => texts(value, code))
  } catch (error) {
    return phrase`the node does not answer: ${failureReason(error)}`
  }
}

async function describeAnswer(
  db: Database,
  outcome: TransactionOutcome,
  text: (value: bigint) => string,
): Promise<Text> {
  if (outcome.state === 'unknown') return term('the node knows no such transaction.')
  if (outcome.state === 'failed') return phrase`it failed in block ${outcome.block}: nothing was moved.`
  const to = outcome.arrivals.map((arrival) => arrival.to)
  const rows = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('address', 'in', to.length > 0 ? to : [''])
    .where('address_of', 'is', null)
    .execute()
  const ours = outcome.arrivals.flatMap(({ to: at, value }) => {
    const row = rows.find(({ address }) => address === at)
    return row ? [phrase`${text(value)} to ${at} (${term(row.purpose)} ${row.subject_id})`] : []
  })
  return ours.length > 0
    ? phrase`block ${outcome.block}: ${enumerate(ours)}.`
    : phrase`block ${outcome.block}: it pays no address of ours.`
}

const sentenceOf = (row: Awaited<ReturnType<typeof differencesOf>>[number], texts: TokenText): Text => {
  const [holds, expected] = [texts(row.held, row.network), texts(row.expected + row.accepted, row.network)]
  return phrase`${networkName(row.network)}: ${row.address} holds ${holds} USDT; ${expected} USDT are expected.`
}

/** Accepts a balance that differs from the expected one; later balances are compared with it. */
export async function acceptHeld(
  context: CommandContext,
  { word, network, reason }: { word: string; network: PaymentNetwork | undefined; reason: string },
): Promise<Change> {
  const found = (await differencesOf(context.db, word)).filter(
    (row) => network === undefined || row.network === network,
  )
  if (found.length === 0) throw refused(phrase`Nothing differs at ${word}.`)
  const texts = await tokenTexts(
    context,
    found.map((row) => row.network),
  )
  const words = found.map((row) => sentenceOf(row, texts))
  return {
    kind: 'change',
    question: phrase`${lines(words)}\nAccept that balance, because: ${reason}? Nothing is credited by it.`,
    audit: `accepted what ${found.map(({ address }) => address).join(', ')} holds: ${reason}`,
    async apply(db) {
      for (const row of found) await acceptDifference(db, row)
      return { data: { reason, addresses: found.map(({ address }) => address) }, text: 'The balance is accepted.' }
    },
  }
}
