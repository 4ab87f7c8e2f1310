import { type Kysely, sql } from 'kysely'

/** The last delivery to each address of a user: a channel, and of push messages each browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_recipients (
      user_id text not null references users (id),
      channel text not null,
      -- The subscription of a browser; empty for channels with one address.
      recipient text not null,
      last_at timestamptz not null,
      -- Null when it was delivered.
      last_error text,
      failing_since timestamptz,
      -- The newest alert that was not delivered, to send it again.
      undelivered jsonb,
      primary key (user_id, channel, recipient)
    )`.execute(db)
}
