import { type Kysely, sql } from 'kysely'

/** TCP ports of live rentals that the gateway serves under host names of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gpu_ports (
      rental_id text not null references gpu_rentals,
      port integer not null check (port between 1 and 65535),
      label text not null unique,
      published_at timestamptz not null,
      primary key (rental_id, port)
    )`.execute(db)
}
