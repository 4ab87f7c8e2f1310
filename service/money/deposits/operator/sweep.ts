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
import type { Asked, Change, Command, CommandContext, Done } from '#service/platform/operator/act.ts'
import { refused, unreachable, wrongUsage } from '#service/platform/operator/errors.ts'
import { type EvmChain, isEvmChain } from '#service/platform/settings/networks.ts'
import { type DepositAccounts, readDepositAccounts } from './key.ts'
import { type Networks, openNetworks } from './networks.ts'
import { type Followed, followSweeps } from './sweep-network.ts'

export const sweep: Command = {
  name: 'sweep',
  summary: 'Move payments from their addresses to the treasury, or continue',
  options: {
    network: { type: 'string', value: 'NETWORK', hint: 'ETHEREUM or BSC (default: all with a node)' },
    least: {
      type: 'string',
      value: 'USDT',
      hint: 'leave less than this where it is (default 10): moving it costs a fee',
    },
    limit: { type: 'string', value: 'N', hint: 'addresses to begin with, 1 to 500 (default 50)' },
    wait: { type: 'string', value: 'SECONDS', hint: 'for blocks, 0 to 3600 (default 300); run it again to continue' },
  },
  async run(context, asked) {
    const { treasury, evm } = context.config
    if (treasury === undefined) throw refused('Where to? Set TREASURY_ADDRESS.')
    const keys = await readDepositAccounts(context.config)
    const chosen = networkAsked(asked)
    const open = (await openSweeps(context.db)).filter(({ network }) => chosen === undefined || network === chosen)
    const lying = (await findUnswept(context.db, chosen ? { network: chosen } : {})).filter(
      (one) => one.open === null && isEvmChain(one.network) && evm[one.network] !== undefined,
    )
    const networks = await openNetworks(context, [...lying, ...open])
    const worth = lying.filter((one) => unitsOf(one, networks) >= leastOf(asked))
    const begun = worth.slice(0, asked.number('limit', { least: 1, most: 500, usual: 50 }))
    const wait = asked.number('wait', { least: 0, most: 3600, usual: 300 })
    if (begun.length + open.length === 0)
      throw refused('Nothing is to be swept. See `deposits` for what lies where, and --least.')
    return changeOf(context, { begun, open, networks, keys, treasury, wait })
  },
}

interface Plan {
  begun: readonly UnsweptDeposit[]
  open: readonly OpenSweep[]
  networks: Networks
  keys: DepositAccounts
  treasury: `0x${string}`
  wait: number
}

function changeOf(context: CommandContext, { begun, open, networks, keys, treasury, wait }: Plan): Change {
  const sum = begun.reduce((total, one) => total + unitsOf(one, networks), 0n)
  const said = `${fromUnits(sum, 'USDT')} USDT of ${begun.length} addresses to ${treasury}`
  return {
    kind: 'change',
    question: `Sweep ${said}, and go on with ${open.length} begun before? Fees are paid by ${keys.wallet.address}.`,
    audit: `${said}; ${open.length} begun before`,
    async apply(db) {
      const by = { treasury, by: context.operator, now: context.now() }
      for (const one of begun) await beginSweep(db, { one, ...by })
      const done: Done = {
        data: [],
        text: '',
        async afterCommit() {
          const followed = await followSweeps(context, { networks, keys, wait })
          done.data = followed
          done.text = told(followed)
          if (followed.some(({ state }) => state === 'unclear')) throw unreachable(done.text)
        },
      }
      return done
    },
  }
}

const told = (followed: readonly Followed[]): string => {
  const lines = followed.map(({ address, network, state, transactionId, why }) =>
    [networkName(network), address, state, transactionId ?? '', why ?? ''].filter(Boolean).join('  '),
  )
  const rest = followed.filter(({ state }) => state !== 'moved').length
  return [
    ...lines,
    rest === 0 ? 'All of it is in the treasury.' : `${rest} not in the treasury yet: run it again to continue.`,
  ].join('\n')
}

/** What a sweep of an address would move, in units of the ledger. */
function unitsOf({ network, arrived, moved }: UnsweptDeposit, networks: Networks): bigint {
  const token = networks.get(network)?.decimals ?? 0
  return ledgerUnits(arrived - moved, { token, ledger: 6 })
}

function networkAsked(asked: Asked): EvmChain | undefined {
  const name = asked.text('network')?.toUpperCase()
  if (name === undefined || isEvmChain(name)) return name
  throw wrongUsage('--network is ETHEREUM or BSC.')
}

function leastOf(asked: Asked): bigint {
  try {
    return toUnits(asked.decimal('least') ?? '10', 'USDT')
  } catch {
    throw wrongUsage('--least is a number of USDT, for example 25.')
  }
}
