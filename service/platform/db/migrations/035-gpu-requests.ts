import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A user's request to rent a machine out. After its approval it has a token, which is stored here until the host's first
  // report lists the machine with the reported hardware, and with the machine from then on.
  await sql`
    create table gpu_requests (
      id text primary key,
      user_id text not null references users (id),
      name text not null,
      region text not null,
      network_mbps integer not null check (network_mbps > 0),
      price numeric(60, 0) not null check (price > 0),
      about text not null,
      state text not null check (state in ('waiting', 'approved', 'stopped', 'refused', 'withdrawn')),
      -- When it was agreed, too, that the host's program reads the machine.
      asked_at timestamptz not null,
      decided_at timestamptz,
      reason text not null default '',
      reason_zh text not null default '',
      -- What it is approved with; no images means those that its driver can make.
      share integer,
      longest_hours integer,
      images text[],
      token_hash text unique,
      token_at timestamptz,
      gpu_id text unique references gpus (id),
      check (state not in ('approved', 'stopped') or (share is not null and longest_hours is not null)),
      check (token_hash is null or (state = 'approved' and gpu_id is null)),
      check (state <> 'stopped' or gpu_id is not null)
    )`.execute(db)
  await sql`create index gpu_requests_by_user on gpu_requests (user_id, asked_at desc, id)`.execute(db)
  await sql`create index gpu_requests_waiting on gpu_requests (asked_at) where state = 'waiting'`.execute(db)
}
