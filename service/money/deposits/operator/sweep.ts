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
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { choice, decimalBy, whole, withDefault } from '#service/platform/operator/fields.ts'
import { openWithKey } from '../../withdrawals/operator/secret-file.ts'
import { type Networks, openNetworks, publicNetworks, type SetNetwork, setNetworks } from './networks.ts'
import { type Followed, followSweeps } from './sweep-network.ts'

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
    const set = setNetworks(context.config)
    const collectors = await openCollectors(set.filter(({ code }) => chosen === undefined || code === chosen))
    const open = (await openSweeps(context.db)).filter(({ network }) => chosen === undefined || network === chosen)
    const unswept = (await findUnswept(context.db, chosen ? { network: chosen } : {})).filter(
      (one) => one.open === null && collectors.has(one.network),
    )
    const networks = await openNetworks(context, [...unswept, ...open])
    const sweepable = unswept.filter((one) => unitsOf(one, networks) >= minUnits)
    const selected = sweepable.slice(0, limit)
    if (selected.length + open.length === 0)
      throw refused('Nothing can be swept. See `deposits` for the unswept amounts, and --least.')
    return changeOf(context, { selected, open, networks, collectors, wait })
  },
})

/** A collector for each network that has a treasury, with the key that its deposit addresses come from. */
async function openCollectors(set: readonly SetNetwork[]): Promise<Map<string, Collector>> {
  const collectors = new Map<string, Collector>()
  const able = set.flatMap(({ code, settings, network: { openCollector } }) =>
    openCollector ? [{ code, settings, openCollector }] : [],
  )
  if (able.every(({ settings }) => settings.treasury === undefined)) throw refused('Where to? Set TREASURY_ADDRESS.')
  for (const { code, settings, openCollector } of able) {
    if (settings.treasury === undefined) continue
    const key = { setting: 'DEPOSIT_KEY_FILE', file: settings.depositKeyFile }
    collectors.set(code, await openWithKey(key, openCollector))
  }
  return collectors
}

interface Plan {
  selected: readonly UnsweptDeposit[]
  open: readonly OpenSweep[]
  networks: Networks
  collectors: ReadonlyMap<string, Collector>
  wait: number
}

function changeOf(context: CommandContext, { selected, open, networks, collectors, wait }: Plan): Change {
  const sum = selected.reduce((total, one) => total + unitsOf(one, networks), 0n)
  const treasuryOf = ({ network }: { network: string }) => networks.get(network)?.settings.treasury ?? ''
  const treasuries = [...new Set([...selected, ...open].map(treasuryOf))].join(', ')
  const wallets = [...new Set([...collectors.values()].map(({ wallet }) => wallet))].join(', ')
  const summary = `${fromUnits(sum, 'USDT')} USDT of ${selected.length} addresses to ${treasuries}`
  return {
    kind: 'change',
    question: `Sweep ${summary}, and continue ${open.length} begun before? Fees are paid by ${wallets}.`,
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
