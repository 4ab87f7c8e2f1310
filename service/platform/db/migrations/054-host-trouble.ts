import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Why a host can take no rental, by its last report, and whether its owner was notified of it.
  await sql`
    alter table gpus
      add column trouble jsonb,
      add column trouble_notified boolean not null default false`.execute(db)
  // Since when and why the hours of a rental stand still, and the milliseconds of earlier times, which its hours do not count.
  await sql`
    alter table gpu_rentals
      add column paused_at timestamptz,
      add column paused_for text check (paused_for in ('unreachable', 'gpus')),
      add column paused_ms bigint not null default 0 check (paused_ms >= 0),
      add check (paused_at is null or (state = 'running' and paused_for is not null))`.execute(db)
}
