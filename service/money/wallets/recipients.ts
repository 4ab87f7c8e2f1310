import { type ChainCode, chains } from '#lib/rules/networks.ts'
import { unusableReason } from '#lib/rules/recipients.ts'
import { openEvm } from '#service/chains/evm/evm.ts'
import type { Context } from '#service/platform/context.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { isEvmChain } from '#service/platform/settings/networks.ts'

/** Why an address is refused: it is nobody's, a token's or a program's, or our own. */
export type Refused = 'ADDRESS_BURN' | 'ADDRESS_PROGRAM' | 'ADDRESS_OURS'

interface Recipient {
  chain: ChainCode
  /** As it was typed, or in the form of its network. */
  address: string
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Tokens of the settings, on whichever network: a wallet has the same address on both, a token passes nothing on. */
const isToken = ({ config, payments }: Context, address: string): boolean =>
  [...Object.values(config.evm), ...Object.values(payments?.networks ?? {})].some(({ token, otherTokens }) =>
    [token, ...otherTokens].some((one) => isSame(one, address)),
  )

/** Addresses that we are paid at, pay from, or keep coins at. */
async function isOurs({ config, db }: Context, address: string): Promise<boolean> {
  if (config.treasury !== undefined && isSame(config.treasury, address)) return true
  const deposit = await db
    .selectFrom('deposit_addresses')
    .select('number')
    .where('address', '=', address)
    .executeTakeFirst()
  if (deposit) return true
  const payers = await db.selectFrom('signed_transfers').select('payer').distinct().execute()
  return payers.some(({ payer }) => isSame(payer, address))
}

/** Why nothing is paid to an address; undefined where nothing is known against it. */
export async function recipientRefusal(ctx: Context, { chain, address }: Recipient): Promise<Refused | undefined> {
  const fault = unusableReason(chain, address)
  if (fault !== undefined || chains[chain].format !== 'evm') return fault
  if (isToken(ctx, address)) return 'ADDRESS_PROGRAM'
  return (await isOurs(ctx, address)) ? 'ADDRESS_OURS' : undefined
}

export async function refuseRecipient(ctx: Context, recipient: Recipient): Promise<void> {
  const refusal = await recipientRefusal(ctx, recipient)
  if (refusal !== undefined) throw new Refusal(refusal)
}

/**
 * Whether a contract stands at an address, as a node of its network says; null where none is set or it does not answer, which
 * says nothing either way.
 */
export async function isContractAt(ctx: Context, { chain, address }: Recipient): Promise<boolean | null> {
  const settings = isEvmChain(chain) ? ctx.config.evm[chain] : undefined
  if (settings === undefined) return null
  try {
    return await openEvm(settings).isContract(address as `0x${string}`)
  } catch (error) {
    ctx.log.warn({ err: error, chain }, 'no node says whether an address is a contract')
    return null
  }
}

/** Lets an address through that is no contract, or whose owner has said that the contract passes coins on. */
export async function refuseContract(
  ctx: Context,
  recipient: Recipient & { coin: string; isConfirmed: boolean },
): Promise<void> {
  if (recipient.isConfirmed || (await isContractAt(ctx, recipient)) !== true) return
  throw new Refusal('ADDRESS_CONTRACT', { currencyCode: recipient.coin })
}
