import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import type { Collector } from '#service/chains/network.ts'
import { ledgerUnits } from '#service/money/deposits/rules.ts'
import {
  beginSweep,
  findUnswept,
  type OpenSweep,
  openSweeps,
  type UnsweptDeposit,
} from '#service/money/deposits/sweeps.ts'
import { type ActResult, type Change, type CommandContext, defineCommand } from '#service/platform/operator/act.ts'
import { refused, unreachable, wrongUsage } from '#service/platform/operator/errors.ts'
import { choice, decimalBy, whole, withDefault } from '#service/platform/operator/fields.ts'
import { openWithKey } from '../../withdrawals/operator/secret-file.ts'
import { costsOf, minWorthOf, type NetworkCost, textOf } from './collect-costs.ts'
import { type Networks, openNetworks, publicNetworks, type SetNetwork, setNetworks } from './networks.ts'
import { type Followed, followSweeps } from './sweep-network.ts'

/** The highest fee in percent of an amount that is worth it. */
const MAX_FEE_PERCENT = 5

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'Move payments from their addresses to the treasury, or continue',
  fields: {
    network: choice(
      publicNetworks,
      { value: 'NETWORK', label: 'Network', hint: `${publicNetworks.join(', ')} (default: all with a node)` },
      'is one of',
    ),
    least: withDefault(
      decimalBy(
        {
          value: 'USDT',
          label: 'Leave less than this where it is',
          hint: 'leave less than this where it is (default 10): moving it costs a fee',
        },
        (digits) => toUnits(digits, 'USDT'),
        'is a number of USDT, for example 25.',
      ),
      toUnits('10', 'USDT'),
    ),
    price: decimalBy(
      {
        value: 'USDT',
        label: "Price of the fee's coin",
        hint: `price of one coin of the fee (TRX, ETH …) in USDT: leave addresses whose fee is above ${MAX_FEE_PERCENT} % of what they hold; with --network`,
      },
      (digits) => toUnits(digits, 'USDT'),
      'is a number of USDT, for example 0.3.',
    ),
    limit: withDefault(
      whole({ min: 1, max: 500, label: 'Addresses', hint: 'addresses to begin with, 1 to 500 (default 50)' }),
      50,
    ),
    wait: withDefault(
      whole({
        min: 0,
        max: 3600,
        value: 'SECONDS',
        label: 'Seconds to wait for blocks',
        hint: 'for blocks, 0 to 3600 (default 300); run it again to continue',
      }),
      300,
    ),
  },
  async run(context, { network: chosen, least: minUnits, price, limit, wait }) {
    if (price !== undefined && chosen === undefined)
      throw wrongUsage('--price is of the coin of one network: give --network too.')
    const set = setNetworks(context.config)
    const collectors = await openCollectors(set.filter(({ code }) => chosen === undefined || code === chosen))
    const open = (await openSweeps(context.db)).filter(({ network }) => chosen === undefined || network === chosen)
    const unswept = (await findUnswept(context.db, chosen ? { network: chosen } : {})).filter(
      (one) => one.open === null && collectors.has(one.network),
    )
    const networks = await openNetworks(context, [...unswept, ...open])
    const most = unswept.filter((one) => unitsOf(one, networks) >= minUnits)
    const costs = await costsOf(most.slice(0, limit), { networks, collectors })
    const worth = price === undefined ? 0n : minWorthOf(costs, { price, maxFeePercent: MAX_FEE_PERCENT })
    const selected = most.filter((one) => unitsOf(one, networks) >= worth).slice(0, limit)
    if (selected.length + open.length === 0)
      throw refused(
        `Nothing can be swept. See \`deposits\` for the unswept amounts, and --least.${worth > 0n ? ` ${worthText(worth)}` : ''}`,
      )
    return changeOf(context, { selected, open, networks, collectors, wait, costs, worth })
  },
})

/** A collector for each network that has a treasury, with the key that its deposit addresses come from. */
async function openCollectors(set: readonly SetNetwork[]): Promise<Map<string, Collector>> {
  const collectors = new Map<string, Collector>()
  const able = set.flatMap(({ code, settings, network: { openCollector } }) =>
    openCollector ? [{ code, settings, openCollector }] : [],
  )
  if (able.every(({ settings }) => settings.treasury === undefined))
    throw refused('Where to? Set TREASURY_ADDRESS, and TRON_TREASURY for Tron.')
  for (const { code, settings, openCollector } of able) {
    if (settings.treasury === undefined) continue
    const key = { setting: settings.depositKeySetting, file: settings.depositKeyFile }
    collectors.set(code, await openWithKey(key, openCollector))
  }
  return collectors
}

interface Plan {
  costs: readonly NetworkCost[]
  /** In units of the ledger; zero where no price is given. */
  worth: bigint
  selected: readonly UnsweptDeposit[]
  open: readonly OpenSweep[]
  networks: Networks
  collectors: ReadonlyMap<string, Collector>
  wait: number
}

function changeOf(context: CommandContext, plan: Plan): Change {
  const { selected, open, networks, collectors, wait } = plan
  const sum = selected.reduce((total, one) => total + unitsOf(one, networks), 0n)
  const treasuryOf = ({ network }: { network: string }) => networks.get(network)?.settings.treasury ?? ''
  const treasuries = [...new Set([...selected, ...open].map(treasuryOf))].join(', ')
  const wallets = [...new Set([...collectors.values()].map(({ wallet }) => wallet))].join(', ')
  const summary = `${fromUnits(sum, 'USDT')} USDT of ${selected.length} addresses to ${treasuries}`
  return {
    kind: 'change',
    question:
      `${costTexts(plan).join('\n')}\nSweep ${summary}, and continue ${open.length} begun before? Fees are paid by ${wallets}.`.trim(),
    audit: `${summary}; ${open.length} begun before`,
    async apply(db) {
      const by = { by: context.operator, now: context.now() }
      for (const one of selected) await beginSweep(db, { one, treasury: treasuryOf(one), ...by })
      const done: ActResult = {
        data: [],
        text: '',
        async afterCommit() {
          const followed = await followSweeps(context, { networks, collectors, wait })
          done.data = followed
          done.text = resultText(followed)
          if (followed.some(({ state }) => state === 'unclear')) throw unreachable(done.text)
        },
      }
      return done
    },
  }
}

const worthText = (worth: bigint): string =>
  `What holds less than ${fromUnits(worth, 'USDT')} USDT is left: its fee is above ${MAX_FEE_PERCENT} %.`

const costTexts = ({ costs, selected, worth }: Plan): string[] => [
  ...costs.map((cost) => textOf(cost, selected.filter(({ network }) => network === cost.network).length)),
  ...(worth > 0n ? [worthText(worth)] : []),
]

const resultText = (followed: readonly Followed[]): string => {
  const lines = followed.map(({ address, network, state, transactionId, why }) =>
    [networkName(network), address, state, transactionId ?? '', why ?? ''].filter(Boolean).join('  '),
  )
  const rest = followed.filter(({ state }) => state !== 'moved').length
  return [
    ...lines,
    rest === 0 ? 'All of it is in the treasury.' : `${rest} not in the treasury yet: run it again to continue.`,
  ].join('\n')
}

/** The unswept amount of an address, in units of the ledger. */
function unitsOf({ network, arrived, moved }: UnsweptDeposit, networks: Networks): bigint {
  const token = networks.get(network)?.decimals ?? 0
  return ledgerUnits(arrived - moved, { token, ledger: 6 })
}
