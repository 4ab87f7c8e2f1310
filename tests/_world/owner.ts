import { earningsOverview } from '#lib/contract/earnings.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { fundUser } from './funds.ts'
import type { User, Visitor } from './visitor.ts'
import { walletOf } from './wallets.ts'
import { createWorld, type World } from './world.ts'

/** A user with ALEO and a new wallet, in a world of their own unless one is given. */
export interface Owner {
  readonly world: World
  readonly user: User
  readonly wallet: Wallet
}

export async function openOwner(amount: string, inWorld?: World): Promise<Owner> {
  const world = inWorld ?? (await createWorld())
  const user = await world.user()
  const wallet = await walletOf(user)
  await fundUser(world, user, { ALEO: amount })
  return { world, user, wallet }
}

/** The overview's figures for a user's ALEO. */
export async function aleoOf(of: Visitor) {
  const { coins } = await of.call(earningsOverview, {})
  return coins.find(({ currencyCode }) => currencyCode === 'ALEO')
}
