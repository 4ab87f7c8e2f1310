import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { ledgerUnits } from '#service/money/deposits/rules.ts'
import {
  beginSweep,
  findUnswept,
  type OpenSweep,
  openSweeps,
  type UnsweptDeposit,
} from '#service/money/deposits/sweeps.ts'
import { type ActResult, type Change, type CommandContext, defineCommand } from '#service/platform/operator/act.ts'
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { choice, decimalBy, whole, withDefault } from '#service/platform/operator/fields.ts'
import { evmChains, isEvmChain } from '#service/platform/settings/networks.ts'
import { type DepositAccounts, readDepositAccounts } from './key.ts'
import { type Networks, openNetworks } from './networks.ts'
import { type Followed, followSweeps } from './sweep-network.ts'

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'Move payments from their addresses to the treasury, or continue',
  fields: {
    network: choice(
      evmChains,
      { value: 'NETWORK', label: 'Network', hint: 'ETHEREUM or BSC (default: all with a node)' },
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
  async run(context, { network: chosen, least: minUnits, limit, wait }) {
    const { treasury, evm } = context.config
    if (treasury === undefined) throw refused('Where to? Set TREASURY_ADDRESS.')
    const keys = await readDepositAccounts(context.config)
    const open = (await openSweeps(context.db)).filter(({ network }) => chosen === undefined || network === chosen)
    const unswept = (await findUnswept(context.db, chosen ? { network: chosen } : {})).filter(
      (one) => one.open === null && isEvmChain(one.network) && evm[one.network] !== undefined,
    )
    const networks = await openNetworks(context, [...unswept, ...open])
    const sweepable = unswept.filter((one) => unitsOf(one, networks) >= minUnits)
    const selected = sweepable.slice(0, limit)
    if (selected.length + open.length === 0)
      throw refused('Nothing can be swept. See `deposits` for the unswept amounts, and --least.')
    return changeOf(context, { selected, open, networks, keys, treasury, wait })
  },
})

interface Plan {
  selected: readonly UnsweptDeposit[]
  open: readonly OpenSweep[]
  networks: Networks
  keys: DepositAccounts
  treasury: `0x${string}`
  wait: number
}

function changeOf(context: CommandContext, { selected, open, networks, keys, treasury, wait }: Plan): Change {
  const sum = selected.reduce((total, one) => total + unitsOf(one, networks), 0n)
  const summary = `${fromUnits(sum, 'USDT')} USDT of ${selected.length} addresses to ${treasury}`
  return {
    kind: 'change',
    question: `Sweep ${summary}, and continue ${open.length} begun before? Fees are paid by ${keys.wallet.address}.`,
    audit: `${summary}; ${open.length} begun before`,
    async apply(db) {
      const by = { treasury, by: context.operator, now: context.now() }
      for (const one of selected) await beginSweep(db, { one, ...by })
      const done: ActResult = {
        data: [],
        text: '',
        async afterCommit() {
          const followed = await followSweeps(context, { networks, keys, wait })
          done.data = followed
          done.text = resultText(followed)
          if (followed.some(({ state }) => state === 'unclear')) throw unreachable(done.text)
        },
      }
      return done
    },
  }
}

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
