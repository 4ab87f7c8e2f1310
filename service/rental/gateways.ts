import type { Context } from '#service/platform/context.ts'

/** Gateways that were seen within this time are live. */
const SEEN_MS = 30_000

/** Addresses of the live gateways, on which hosts hold their lines open. */
export async function liveGateways(ctx: Context): Promise<{ host: string; port: number }[]> {
  const rows = await ctx.db
    .selectFrom('gpu_gateways')
    .select('address')
    .where('seen_at', '>', new Date(ctx.clock.now() - SEEN_MS))
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => {
    const colon = address.lastIndexOf(':')
    return { host: address.slice(0, colon), port: Number(address.slice(colon + 1)) }
  })
}
