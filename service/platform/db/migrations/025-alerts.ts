import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_settings (
      user_id text primary key references users (id),
      lang text not null,
      zone text not null default 'UTC',
      quiet_from smallint,
      quiet_to smallint,
      offline_minutes smallint not null default 15,
      digest text not null default 'none',
      digest_at timestamptz
    )`.execute(db)
  // Only values that differ from the defaults.
  await sql`
    create table alert_choices (
      user_id text not null references users (id),
      event text not null,
      channel text not null,
      is_on boolean not null,
      primary key (user_id, event, channel)
    )`.execute(db)
  await sql`create index alert_choices_by_event on alert_choices (event, channel, user_id) where is_on`.execute(db)
  await sql`
    create table alert_webhooks (
      user_id text primary key references users (id),
      url text not null,
      secret_box text not null,
      failures integer not null default 0,
      last_error text,
      off_at timestamptz
    )`.execute(db)
  await sql`
    create table alert_chats (
      user_id text primary key references users (id),
      chat_id text not null,
      linked_at timestamptz not null
    )`.execute(db)
  await sql`
    create table alert_chat_codes (
      code_hash text primary key,
      user_id text not null references users (id),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`
    create table push_subscriptions (
      id text primary key,
      user_id text not null references users (id),
      session_id text not null references sessions (id),
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      browser text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index push_by_user on push_subscriptions (user_id)`.execute(db)
  // Outbox of messages for the other channels, written in the message's transaction.
  await sql`
    create table alerts_untold (
      message_id text primary key references user_messages (id),
      is_mailed boolean not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index alerts_untold_by_time on alerts_untold (at)`.execute(db)
  // Alerts that are held until the end of quiet hours.
  await sql`
    create table alerts_held (
      id text primary key,
      user_id text not null references users (id),
      channel text not null,
      alert jsonb not null,
      due_at timestamptz not null
    )`.execute(db)
  await sql`create index alerts_held_by_time on alerts_held (due_at)`.execute(db)
  // The reported silence of a device: its start.
  await sql`
    create table device_alerts (
      device_id text primary key references devices (id),
      is_muted boolean not null default false,
      silent_since timestamptz,
      idle_since timestamptz
    )`.execute(db)
  await sql`create index device_alerts_silent on device_alerts (silent_since) where silent_since is not null`.execute(
    db,
  )
  await sql`create index devices_by_last_seen on devices (last_seen_at) where unbound_at is null`.execute(db)
  // The progress of a notice through the users who get alerts of it.
  await sql`
    create table notice_alerts (
      notice_id text primary key references notices (id),
      done_up_to text not null,
      ended_at timestamptz
    )`.execute(db)
  // Secrets that all nodes share, encrypted with the pepper; the first start creates them.
  await sql`create table shared_secrets (name text primary key, box text not null)`.execute(db)
}
