import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await signs(db)
  await invitations(db)
  await rewards(db)
}

/** Fingerprints that link accounts of one person. Both are keyed hashes, which cannot be reversed. */
async function signs(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devices add column machine text`.execute(db)
  await sql`create index devices_by_machine on devices (machine) where machine is not null`.execute(db)
  await sql`
    create table network_sightings (
      user_id text not null references users (id),
      network text not null,
      last_at timestamptz not null,
      primary key (user_id, network)
    )`.execute(db)
  await sql`create index network_sightings_by_time on network_sightings (last_at)`.execute(db)
}

async function invitations(db: Kysely<unknown>): Promise<void> {
  // One referrer, set once at registration.
  await sql`create index users_by_inviter on users (inviter_id) where inviter_id is not null`.execute(db)
  await sql`
    create function refuse_other_inviter() returns trigger language plpgsql as $$
    begin
      raise exception 'a referrer is set once';
    end $$`.execute(db)
  await sql`
    create trigger one_inviter before update of inviter_id on users
    for each row when (old.inviter_id is distinct from new.inviter_id) execute function refuse_other_inviter()`.execute(
    db,
  )
  await sql`
    create table invitations (
      id text primary key,
      invitee_id text not null unique references users (id),
      inviter_id text not null references users (id),
      registered_at timestamptz not null,
      agent text,
      lang text not null,
      linked_at timestamptz,
      best_day_seconds integer not null default 0,
      valid_day date,
      earned_day date,
      reward bigint not null default 0,
      last_revenue_day date,
      review text not null default 'open' check (review in ('open', 'held', 'accepted', 'refused', 'reversed')),
      reasons jsonb not null default '[]',
      judged_at timestamptz,
      decided_at timestamptz,
      decided_by text,
      decision text,
      paid_at timestamptz,
      reminded_at timestamptz,
      reminders_refused_at timestamptz,
      check (inviter_id <> invitee_id),
      check (paid_at is null or earned_day is not null)
    )`.execute(db)
  await sql`create index invitations_by_inviter on invitations (inviter_id, registered_at desc, id)`.execute(db)
  await sql`create index invitations_held on invitations (judged_at, id) where review = 'held'`.execute(db)
  await sql`
    insert into invitations (id, invitee_id, inviter_id, registered_at, lang, linked_at)
    select replace(gen_random_uuid()::text, '-', ''), id, inviter_id, created_at, 'en',
      (select min(bound_at) from devices where user_id = users.id)
    from users where inviter_id is not null`.execute(db)
}

async function rewards(db: Kysely<unknown>): Promise<void> {
  // The share of a day: points of the invitee's devices, what the inviter has of them, and the tenths that were cut off.
  await sql`
    create table invitation_shares (
      invitee_id text not null references users (id),
      day date not null,
      part smallint not null,
      inviter_id text not null references users (id),
      base bigint not null check (base > 0),
      points bigint not null check (points >= 0),
      hundredths integer not null check (hundredths between 0 and 99),
      paid_at timestamptz,
      reversed_at timestamptz,
      primary key (invitee_id, day, part)
    )`.execute(db)
  await sql`create index invitation_shares_by_inviter on invitation_shares (inviter_id, day desc, invitee_id)`.execute(
    db,
  )
  // One row per UTC day: the last processed invitee, so that an interrupted run continues there.
  await sql`
    create table invitation_days (
      day date primary key,
      part smallint not null,
      last_invitee text not null,
      ended_at timestamptz
    )`.execute(db)
  // Days that were settled before there were rewards bring none.
  await sql`
    insert into invitation_days (day, part, last_invitee, ended_at)
    select day, part, '', ended_at from settlements where ended_at is not null`.execute(db)
  // The total that rounding has cut off paid shares, in hundredths of a point: each whole point is on the platform's residue
  // account.
  await sql`
    create table invitation_residue (
      single boolean primary key default true check (single),
      total bigint not null check (total >= 0)
    )`.execute(db)
  await sql`insert into invitation_residue (total) values (0)`.execute(db)
}
