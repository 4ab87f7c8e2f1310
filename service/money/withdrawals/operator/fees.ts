import { fromUnits } from '#lib/money/coins.ts'
import { chains, networks } from '#lib/rules/networks.ts'
import { minimumAt } from '#lib/rules/withdrawals.ts'
import { feeList, feeValidationError } from '#service/money/withdrawals/fees.ts'
import { type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { decimal, required, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

export const viewFees = defineAct({ name: 'fees', fields: {}, run: listFees })

/** Fees apply to new withdrawals; an open one keeps the fee that its user was shown. */
export const setFee = defineAct({
  name: 'fees COIN/NETWORK',
  needsProof: true,
  button: 'Set the fee',
  fields: {
    word: required(word('Coin and network'), 'Which network? For example: fees USDT/TRON --amount 1'),
    amount: required(
      decimal({ value: 'COINS', label: 'Fee', hint: 'the fee from now on, for example 0.05' }),
      'The fee is missing. Give --amount COINS.',
    ),
  },
  async run(context, { word: name, amount }) {
    const network = networks.find(({ coin, chain }) => `${coin}/${chain}` === name.toUpperCase())
    if (!network) throw refused(phrase`There is no network "${name}". See \`fees\`.`)
    const { coin, chain } = network
    const fee = unitsOf('amount', amount, coin)
    const problem = feeValidationError({ coin, fee })
    if (problem !== undefined) throw refused(problem)
    const summary = phrase`${fromUnits(fee, coin)} ${coin} on ${chains[chain].name}`
    const minimum = `${fromUnits(minimumAt({ coin, fee }), coin)} ${coin}`
    return {
      kind: 'change',
      question: phrase`Charge ${summary} from now on? The minimum there becomes ${minimum}.`,
      audit: `${coin}/${chain}: ${summary}`,
      async apply(db) {
        await db
          .insertInto('network_fees')
          .values({ coin, chain, set_at: new Date(context.now()), fee })
          .execute()
        return {
          data: { coin, chain, fee: fromUnits(fee, coin) },
          text: phrase`A withdrawal costs ${summary} from now on. The minimum there is ${minimum}.`,
        }
      },
    }
  },
})

export const fees: Command = {
  name: 'fees',
  summary: 'List the fees of withdrawals, or set the fee of a network',
  acts: [viewFees, setFee],
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
