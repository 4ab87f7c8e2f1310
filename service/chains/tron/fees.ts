import * as v from 'valibot'
import { NetworkError, NodeError, type TokenTransfer } from '../network.ts'
import { addresses } from './addresses.ts'
import { type TronNode, wordsOf } from './node.ts'
import { transferWords } from './transactions.ts'

/** Prices and amounts of energy and bandwidth. Source: https://developers.tron.network/docs/resource-model. */

export interface Prices {
  /** Sun for a unit of energy. */
  energy: bigint
  /** Sun for a byte of bandwidth. */
  byte: bigint
  /** Sun that a transfer of TRX to an address without an account costs beside its amount, bandwidth included. */
  activation: bigint
  /** Sun that a transaction may set as its limit. */
  maxFeeLimit: bigint
}

const Parameters = v.object({
  chainParameter: v.array(v.object({ key: v.string(), value: v.optional(v.number()) })),
})

/** The prices that the network's producers have voted for. */
export async function readPrices(node: TronNode): Promise<Prices> {
  const { success, output } = v.safeParse(Parameters, await node.wallet('getchainparameters', {}))
  if (!success) throw new NodeError('The node does not tell the prices of its network.')
  const values = new Map(output.chainParameter.map(({ key, value }) => [key, value]))
  const price = (key: string): bigint => {
    const value = values.get(key)
    if (value === undefined || value <= 0 || !Number.isSafeInteger(value))
      throw new NodeError(`The node does not tell the price ${key}.`)
    return BigInt(value)
  }
  return {
    energy: price('getEnergyFee'),
    byte: price('getTransactionFee'),
    activation: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
    maxFeeLimit: price('getMaxFeeLimit'),
  }
}

/** Energy limit in percent of the simulation: the factor of a contract in demand rises by up to a fifth every six hours. */
const ENERGY_PERCENT = 120n

const Simulation = v.object({
  result: v.object({ result: v.optional(v.boolean()), code: v.optional(v.string()), message: v.optional(v.string()) }),
  energy_used: v.optional(v.number()),
  transaction: v.optional(v.object({ ret: v.optional(v.array(v.object({ ret: v.optional(v.string()) }))) })),
})

/**
 * The energy that a token transfer may take: simulated at the last block, with a margin. Throws a NetworkError when the token refuses
 * the transfer. The result of the call is not looked at: USDT on Tron returns false for transfers that it makes.
 */
export async function estimateEnergy(node: TronNode, { payer, to, token, value }: TokenTransfer): Promise<bigint> {
  const answer = await node.wallet('triggerconstantcontract', {
    owner_address: addresses.normal(payer),
    contract_address: addresses.normal(token),
    function_selector: 'transfer(address,uint256)',
    parameter: transferWords(to, value),
  })
  const { success, output } = v.safeParse(Simulation, answer)
  if (!success) throw new NodeError('The node does not simulate the transfer.')
  const isFailed = output.transaction?.ret?.some(
    ({ ret }) => ret !== undefined && ret !== 'SUCESS' && ret !== 'SUCCESS',
  )
  if (isFailed || output.result.result !== true)
    throw new NetworkError(`The token refuses the transfer: ${wordsOf(output.result.message) || output.result.code}`)
  const { energy_used: energy } = output
  if (energy === undefined || !Number.isSafeInteger(energy) || energy <= 0)
    throw new NodeError('The node simulates the transfer without energy.')
  return (BigInt(energy) * ENERGY_PERCENT) / 100n
}

const Account = v.object({
  address: v.optional(v.string()),
  balance: v.optional(v.pipe(v.number(), v.safeInteger())),
})

/** The TRX of an address in sun; undefined when it is no account yet. An account without TRX has no `balance` in the answer. */
export async function readTrx(node: TronNode, address: string): Promise<bigint | undefined> {
  const answer = await node.wallet('getaccount', { address })
  const { success, output } = v.safeParse(Account, answer)
  if (!success) throw new NodeError(`The node does not tell the balance of ${address}.`)
  if (Object.keys(answer).length === 0) return undefined
  if (output.address === undefined) throw new NodeError(`The node does not tell the account of ${address}.`)
  if (!addresses.same(output.address, address)) throw new NodeError('The node answers with another account.')
  return BigInt(output.balance ?? 0)
}

/** A number of sun as TRX, for messages to operators. */
export const formatTrx = (sun: bigint): string => {
  const digits = String(sun).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}
