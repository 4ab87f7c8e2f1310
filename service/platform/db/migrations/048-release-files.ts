import { type Kysely, sql } from 'kysely'

/** Releases for Linux and macOS, and several files of one release: installers and archives by architecture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['releases', 'release_mails']) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_platform_check`)}`.execute(db)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(`${table}_platform_check`)}
      check (platform in ('windows', 'linux', 'mac', 'android'))`.execute(db)
  }
  await sql`
    create table release_files (
      file_name text primary key,
      release_id text not null references releases (id),
      form text not null check (form in ('setup', 'package', 'archive', 'gpu')),
      architecture text not null check (architecture in ('x64', 'arm64')),
      size bigint not null check (size > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      signed boolean not null
    )`.execute(db)
  await sql`create index release_files_release on release_files (release_id)`.execute(db)
}
