import { type ChainCode, chains } from '#lib/rules/networks.ts'
import { unusableReason } from '#lib/rules/recipients.ts'
import { openEvm } from '#service/chains/evm/evm.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { isEvmChain } from '#service/platform/settings/networks.ts'

/** Reason why an address is refused: a burn address, a token or program, or an address of the platform. */
export type RecipientRefusal = 'ADDRESS_BURN' | 'ADDRESS_PROGRAM' | 'ADDRESS_OURS'

interface Recipient {
  chain: ChainCode
  /** As it was typed, or normalised for its network. */
  address: string
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a token of the settings has this address, on any network, because an EVM wallet has the same address on all of them. */
const isToken = ({ config, payments }: Context, address: string): boolean =>
  [...Object.values(config.evm), ...Object.values(payments?.networks ?? {})].some(({ token, otherTokens }) =>
    [token, ...otherTokens].some((one) => isSame(one, address)),
  )

/** Whether the address is a deposit address, a paying wallet or the treasury. */
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

/** Reason why an address is refused; undefined when it is accepted. */
export async function recipientRefusal(
  ctx: Context,
  { chain, address }: Recipient,
): Promise<RecipientRefusal | undefined> {
  const refusal = unusableReason(chain, address)
  if (refusal !== undefined || chains[chain].format !== 'evm') return refusal
  if (isToken(ctx, address)) return 'ADDRESS_PROGRAM'
  return (await isOurs(ctx, address)) ? 'ADDRESS_OURS' : undefined
}

export async function refuseRecipient(ctx: Context, recipient: Recipient): Promise<void> {
  const refusal = await recipientRefusal(ctx, recipient)
  if (refusal !== undefined) throw new RefusalError(refusal)
}

/** Whether a node reports a contract at the address; null when no node is set or it does not answer. */
export async function isContractAt(ctx: Context, { chain, address }: Recipient): Promise<boolean | null> {
  const settings = isEvmChain(chain) ? ctx.config.evm[chain] : undefined
  if (settings === undefined) return null
  try {
    return await openEvm(settings).isContract(address as `0x${string}`)
  } catch (error) {
    ctx.log.warn({ err: error, chain }, 'contract check of an address failed: check the node of this network')
    return null
  }
}

/** Refuses ADDRESS_CONTRACT for a contract, unless its owner has confirmed that it passes coins on. */
export async function refuseContract(
  ctx: Context,
  recipient: Recipient & { coin: string; isConfirmed: boolean },
): Promise<void> {
  if (recipient.isConfirmed || (await isContractAt(ctx, recipient)) !== true) return
  throw new RefusalError('ADDRESS_CONTRACT', { currencyCode: recipient.coin })
}
