import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Templates that users have saved. The start script and the variables are encrypted.
  await sql`
    create table gpu_templates (
      id text primary key,
      user_id text not null references users (id),
      name text not null,
      image text not null,
      ports jsonb not null,
      disk_gib integer not null check (disk_gib >= 0),
      sealed text not null,
      saved_at timestamptz not null
    )`.execute(db)
  await sql`create index gpu_templates_user on gpu_templates (user_id)`.execute(db)
  // The owner's rules for templates, and the abilities of the host's program by its last report.
  await sql`
    alter table gpus
      add column templates text not null default 'ours' check (templates in ('none', 'ours', 'any')),
      add column max_image_gib integer not null default 40 check (max_image_gib > 0),
      add column abilities jsonb not null default '[]'`.execute(db)
  // A rental keeps its template as it was. The encrypted part is deleted when it ends.
  await sql`
    alter table gpu_rentals
      add column template jsonb,
      add column sealed text check (sealed is null or ended_at is null),
      add column pull jsonb,
      add column pulled_at timestamptz`.execute(db)
  await sql`alter table gpu_rentals drop constraint gpu_rentals_reason_check`.execute(db)
  await sql`
    alter table gpu_rentals add constraint gpu_rentals_reason_check check (reason in
      ('released', 'term', 'balance', 'operator', 'hostGone', 'hostFailed', 'startTimeout',
        'imageUnknown', 'imageTooLarge', 'imagePlatform', 'imageUnusable'))`.execute(db)
}
