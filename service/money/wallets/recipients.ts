import { addressOn } from '#lib/rules/addresses.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import { unusableReason } from '#lib/rules/recipients.ts'
import type { Network } from '#service/chains/network.ts'
import { networkBy, networkOf } from '#service/chains/networks.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

/** Reason why an address is refused: a burn address, a token or program, or an address of the platform. */
export type RecipientRefusal = 'ADDRESS_BURN' | 'ADDRESS_PROGRAM' | 'ADDRESS_OURS'

interface Recipient {
  chain: ChainCode
  /** As it was typed, or normalised for its network. */
  address: string
}

/** Every network of the settings whose addresses may be this text; wallets of one kind have the same address on all of them. */
const networksWith = ({ config, payments }: Context, address: string): Network[] =>
  [
    ...Object.values(config.networks).map(networkOf),
    ...Object.values(payments?.networks ?? {}).map(({ network }) => network),
  ].filter(({ addresses }) => addresses?.fault(address) === undefined)

/** Whether a token of the settings has this address. */
const isToken = (ctx: Context, address: string): boolean =>
  networksWith(ctx, address).some(({ facts, addresses }) =>
    [...facts.tokens.map(({ contract }) => contract), ...facts.otherTokens].some((one) =>
      addresses?.same(one, address),
    ),
  )

/** Whether the address is a deposit address, a paying wallet or a treasury. */
async function isOurs(ctx: Context, address: string): Promise<boolean> {
  const { config, db } = ctx
  const treasuries = [config.treasury, ...Object.values(config.networks).map(({ treasury }) => treasury)]
  if (treasuries.some((one) => one !== undefined && isSame(one, address))) return true
  const deposit = await db
    .selectFrom('deposit_addresses')
    .select('number')
    .where('address', '=', address)
    .executeTakeFirst()
  if (deposit) return true
  const payers = await db.selectFrom('signed_transfers').select('payer').distinct().execute()
  return payers.some(({ payer }) => isSame(payer, address))
}

/** Capitals of addresses are a checksum, or another address: two of ours that differ in them alone do not exist. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Reason why an address is refused; undefined when it is accepted. */
export async function recipientRefusal(
  ctx: Context,
  { chain, address }: Recipient,
): Promise<RecipientRefusal | undefined> {
  const refusal = unusableReason(chain, address)
  // A text of another form is refused for that by the caller.
  if (refusal !== undefined || addressOn(chain, address) === undefined) return refusal
  if (isToken(ctx, address)) return 'ADDRESS_PROGRAM'
  return (await isOurs(ctx, address)) ? 'ADDRESS_OURS' : undefined
}

export async function refuseRecipient(ctx: Context, recipient: Recipient): Promise<void> {
  const refusal = await recipientRefusal(ctx, recipient)
  if (refusal !== undefined) throw new RefusalError(refusal)
}

/** Whether a node reports a contract at the address; null when no node is set or it does not answer. */
export async function isContractAt(ctx: Context, { chain, address }: Recipient): Promise<boolean | null> {
  const follower = networkBy(ctx.config, chain)?.follower
  if (follower === undefined) return null
  try {
    return await follower.isContract(address)
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
