import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const walletsOwnData: OwnData = {
  parts: {
    wallets: (id) =>
      sql`select name, coin, chain, address, created_at from wallets where user_id = ${id} order by created_at desc`,
    wallet_addresses: (id) => sql`
      select name, wallet_addresses.address, since from wallet_addresses join wallets on wallets.id = wallet_id
      where user_id = ${id} order by since desc`,
  },
}
