import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { addresses, toHex } from '#service/chains/tron/addresses.ts'
import {
  ACTIVATION_SUN,
  createLedger,
  ENERGY_OF_FIRST_TRANSFER,
  ENERGY_OF_TRANSFER,
  type ReadCall,
  RefusedByNodeError,
  readCall,
} from './tron-ledger.ts'
import type { Anvil, TronRpc } from './tron-rpc.ts'

/** The HTTP interface `/wallet` of java-tron over an Ethereum node and a ledger of TRX. */

type Body = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
const ENOUGH_GAS = '0x30d40'
/** Runs out within the transfer of a token. */
const TOO_LITTLE_GAS = '0x7530'
const words = (text: string): string => bytesToHex(utf8ToBytes(text))

export function createTronWallet(anvil: Anvil, rpc: TronRpc) {
  const ledger = createLedger()
  const results = new Map<string, { fee: bigint; result: string }>()
  /** Executed transactions in order, with the ledger before each. */
  const executed: { id: string; before: ReturnType<typeof ledger.snapshot> }[] = []

  async function isKnown(id: string): Promise<boolean> {
    const hash = rpc.hashOf(id)
    return hash !== undefined && (await anvil('eth_getTransactionByHash', [hash])) !== null
  }

  async function assertValid(call: ReadCall): Promise<void> {
    if (call.signer !== call.owner) throw new RefusedByNodeError('SIGERROR', 'Validate signature error')
    if (await isKnown(call.id)) throw new RefusedByNodeError('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    const number = await rpc.head()
    const head = await rpc.block(number)
    const now = Number(head?.timestamp) * 1000
    if (call.expiration <= now || call.expiration > now + DAY_MS)
      throw new RefusedByNodeError('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
    const reference = number - ((number - BigInt(`0x${call.refBytes || '0'}`)) & 0xffffn)
    const block = reference < 0n ? null : await rpc.block(reference)
    if (block?.hash.slice(18, 34) !== call.refHash) throw new RefusedByNodeError('TAPOS_ERROR', 'Tapos check error')
  }

  async function energyOf(contract: string, data: string): Promise<number> {
    const owner = data.slice(8, 72)
    const held = await anvil<string>('eth_call', [{ to: toHex(contract), data: `0x70a08231${owner}` }, 'latest'])
    return BigInt(held) === 0n ? ENERGY_OF_FIRST_TRANSFER : ENERGY_OF_TRANSFER
  }

  async function execute(call: ReadCall): Promise<void> {
    const isTrigger = call.type === 31
    const before = ledger.snapshot()
    const { fee, isEnough } = ledger.execute(call, isTrigger ? await energyOf(call.to, call.data) : 0)
    const from = toHex(call.owner)
    const hash = await anvil<string>('eth_sendTransaction', [
      isTrigger
        ? {
            from,
            to: toHex(call.to),
            data: `0x${call.data}`,
            gas: isEnough ? ENOUGH_GAS : TOO_LITTLE_GAS,
            gasPrice: '0x0',
          }
        : // A call without effect takes its place in a block: TRX move in the ledger alone.
          { from, to: from, gas: ENOUGH_GAS, gasPrice: '0x0' },
    ])
    rpc.name(call.id, hash)
    executed.push({ id: call.id, before })
    results.set(call.id, { fee, result: isEnough ? 'REVERT' : 'OUT_OF_ENERGY' })
  }

  async function broadcast(hex: string): Promise<Body> {
    const call = readCall(hex)
    try {
      await assertValid(call)
      await execute(call)
      return { result: true, txid: call.id }
    } catch (error) {
      if (!(error instanceof RefusedByNodeError)) throw error
      return { result: false, code: error.code, txid: call.id, message: words(error.message) }
    }
  }

  async function infoOf(id: string): Promise<Body> {
    const receipt = await rpc.receipt(`0x${id}`)
    if (!receipt) return {}
    const { fee = 0n, result = 'REVERT' } = results.get(id) ?? {}
    const isDone = receipt.status === '0x1'
    return {
      id,
      fee: Number(fee),
      blockNumber: Number(receipt.blockNumber),
      receipt: { result: isDone ? 'SUCCESS' : result },
      ...(isDone ? {} : { result: 'FAILED', resMessage: words(result) }),
      log: receipt.logs.map(({ address, topics, data }) => ({
        address: address.slice(2),
        topics: topics.map((one) => one.slice(2)),
        data: data.slice(2),
      })),
    }
  }

  async function simulate({ owner_address, contract_address, function_selector, parameter }: Body): Promise<Body> {
    if (function_selector !== 'transfer(address,uint256)') throw new Error('only transfers are simulated')
    const data = `a9059cbb${parameter}`
    const [from, to] = [toHex(String(owner_address)), toHex(String(contract_address))]
    try {
      await anvil('eth_call', [{ from, to, data: `0x${data}` }, 'latest'])
    } catch {
      return {
        result: { result: true, message: words('REVERT opcode executed') },
        energy_used: 1_000,
        transaction: { ret: [{ ret: 'FAILED' }] },
      }
    }
    const energy_used = await energyOf(String(contract_address), data)
    return { result: { result: true }, energy_used, constant_result: ['0'.repeat(64)], transaction: { ret: [{}] } }
  }

  const account = (address: unknown): Body =>
    ledger.exists(String(address)) ? { address, balance: Number(ledger.balanceOf(String(address))) } : {}

  const parameters = (): Body => ({
    chainParameter: [
      { key: 'getEnergyFee', value: Number(ledger.prices.energy) },
      { key: 'getTransactionFee', value: Number(ledger.prices.byte) },
      { key: 'getCreateAccountFee', value: 100_000 },
      { key: 'getCreateNewAccountFeeInSystemContract', value: Number(ACTIVATION_SUN) - 100_000 },
      { key: 'getMaxFeeLimit', value: 15_000_000_000 },
      { key: 'getAllowTvmVote' },
    ],
  })

  async function blockBy(number: bigint): Promise<Body> {
    const block = await rpc.block(number)
    return block
      ? {
          blockID: block.hash.slice(2),
          block_header: { raw_data: { number: Number(number), timestamp: Number(block.timestamp) * 1000 } },
        }
      : {}
  }

  async function pending(id: string): Promise<Body> {
    return (await isKnown(id)) && !(await rpc.receipt(`0x${id}`)) ? { txID: id } : {}
  }

  const calls: Record<string, (body: Body) => Promise<Body> | Body> = {
    broadcasthex: ({ transaction }) => broadcast(String(transaction)),
    gettransactioninfobyid: ({ value }) => infoOf(String(value)),
    gettransactionfrompending: ({ value }) => pending(String(value)),
    getblockbynum: ({ num }) => blockBy(BigInt(num as number)),
    triggerconstantcontract: simulate,
    getchainparameters: parameters,
    getaccount: ({ address }) => account(address),
    getaccountresource: ({ address }) => ledger.resources(String(address)),
    getcandelegatedmaxsize: ({ owner_address }) => ({ max_size: Number(ledger.stakedOf(String(owner_address))) }),
  }

  return {
    ledger,
    /** Takes back what transactions did that are no longer in a block, nor wait for one. */
    async undoLost() {
      const known = await Promise.all(executed.map(({ id }) => isKnown(id)))
      const first = known.indexOf(false)
      if (first < 0) return
      const [lost] = executed.splice(first)
      if (lost) ledger.restore(lost.before)
    },
    async call(name: string, body: Body): Promise<unknown> {
      const run = calls[name]
      if (!run) throw new Error(`there is no ${name}`)
      for (const field of ['owner_address', 'contract_address', 'address'])
        if (body[field] !== undefined && addresses.fault(String(body[field])))
          throw new Error('class org.tron.core.exception.ContractValidateException : Invalid address')
      return run(body)
    },
  }
}
