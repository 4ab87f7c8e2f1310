import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table releases (
      id text primary key,
      platform text not null check (platform in ('windows', 'android')),
      version text not null,
      file_name text not null,
      url text not null,
      size bigint not null check (size > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      notes text not null,
      notes_zh text not null,
      published_at timestamptz not null,
      unique (platform, version)
    )`.execute(db)
  await sql`
    create table visits (
      day date not null,
      path text not null,
      visits integer not null,
      primary key (day, path)
    )`.execute(db)
  await sql`
    create table audit (
      id text primary key,
      at timestamptz not null,
      operator text not null,
      act text not null,
      detail text not null
    )`.execute(db)
}
