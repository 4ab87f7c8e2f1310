import { fromUnits } from '#lib/money/coins.ts'
import { chains, networks } from '#lib/rules/networks.ts'
import { minimumAt } from '#lib/rules/withdrawals.ts'
import { feeList, feeValidationError } from '#service/money/withdrawals/fees.ts'
import type { Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

/** Fees hold for withdrawals that are asked for from now on; what stands keeps the fee that its user was shown. */
export const fees: Command = {
  name: 'fees',
  summary: 'List what withdrawals cost, or set the fee of a network',
  word: '[COIN/NETWORK]',
  options: { amount: { type: 'string', value: 'COINS', hint: 'the fee from now on, for example 0.05' } },
  async run(context, asked) {
    const amount = asked.decimal('amount')
    if (asked.word === undefined) {
      if (amount !== undefined) throw wrongUsage('Which network? For example: fees USDT/TRON --amount 1')
      return listFees(context)
    }
    if (amount === undefined) throw wrongUsage('What shall it cost? Give --amount COINS.')
    const network = networks.find(({ coin, chain }) => `${coin}/${chain}` === asked.word?.toUpperCase())
    if (!network) throw refused(`There is no network "${asked.word}". See \`fees\`.`)
    const { coin, chain } = network
    const fee = unitsOf('amount', amount, coin)
    const fault = feeValidationError({ coin, fee })
    if (fault !== undefined) throw refused(fault)
    const said = `${fromUnits(fee, coin)} ${coin} on ${chains[chain].name}`
    const minimum = `${fromUnits(minimumAt({ coin, fee }), coin)} ${coin}`
    return {
      kind: 'change',
      question: `Charge ${said} from now on? The minimum there becomes ${minimum}.`,
      audit: `${coin}/${chain}: ${said}`,
      async apply(db) {
        await db
          .insertInto('network_fees')
          .values({ coin, chain, set_at: new Date(context.now()), fee })
          .execute()
        return {
          data: { coin, chain, fee: fromUnits(fee, coin) },
          text: `A withdrawal costs ${said} from now on. The minimum there is ${minimum}.`,
        }
      },
    }
  },
}

async function listFees({ db }: CommandContext): Promise<View> {
  const list = await feeList(db)
  return {
    kind: 'view',
    data: list,
    table: {
      columns: [
        { title: 'Network' },
        { title: 'Name' },
        { title: 'Fee', right: true },
        { title: 'Minimum', right: true },
      ],
      rows: list.map((one) => [
        `${one.currencyCode}/${one.chainCode}`,
        one.chainName,
        `${one.fee} ${one.currencyCode}`,
        `${one.minimum} ${one.currencyCode}`,
      ]),
      empty: '',
    },
  }
}
