import { type Kysely, sql } from 'kysely'

/**
 * Several deposits of a user may have one address. The first of them holds it: its number is that of the key, and sweeps and
 * reconciliations belong to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index deposit_addresses_by_address on deposit_addresses (address)`.execute(db)
  await sql`
    alter table deposit_addresses
      add column address_of integer references deposit_addresses (number),
      add column opened_block bigint,
      drop constraint deposit_addresses_address_key`.execute(db)
  await sql`
    create unique index deposit_addresses_held on deposit_addresses (address) where address_of is null`.execute(db)
  await sql`
    create index deposit_addresses_shared on deposit_addresses (address_of) where address_of is not null`.execute(db)
}
