import path from 'node:path'
import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countReleaseMails } from '#service/compute/versions/release-mails.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { type Change, type CommandContext, defineCommand } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { choice, parsed, required, text } from '#service/platform/operator/fields.ts'
import { pathOf } from '#service/platform/operator/paths.ts'
import { phrase, type Text } from '#service/platform/operator/phrase.ts'
import {
  endingOf,
  endingsOf,
  type Platform,
  packageName,
  packageUrl,
  platforms,
  VERSION,
} from '#service/site/downloads/packages.ts'
import { takePackage } from './package-file.ts'

const MAX_NOTES = 4000
/** Any number that nothing else locks: two publications wait for each other. */
const LOCK = 8_114_902

/** Lets publications take turns until the end of the transaction. */
export const lockPublications = (db: Database) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

export const sizeText = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Orders versions as numbers: 1.10.0 is after 1.9.9. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

export const listVersions = defineCommand({
  name: 'list-versions',
  summary: 'Published packages, newest first',
  fields: {},
  async run({ db }) {
    const rows = await db.selectFrom('releases').selectAll().orderBy('published_at', 'desc').orderBy('id').execute()
    return {
      kind: 'view',
      data: rows.map((row) => ({ ...row, size: Number(row.size), published_at: row.published_at.toISOString() })),
      table: {
        columns: [
          { title: 'Platform' },
          { title: 'Version' },
          { title: 'Published' },
          { title: 'Size', right: true },
          { title: 'Address' },
          { title: 'SHA-256' },
        ],
        rows: rows.map((row) => [
          row.platform,
          row.version,
          utcDateTime(unixSeconds(row.published_at)),
          sizeText(Number(row.size)),
          row.url,
          row.sha256,
        ]),
        empty: 'No versions published yet.',
      },
    }
  },
})

/** The notes of a release. */
export const noteFields = {
  notes: text({ kind: 'text', label: 'What is new, in English', hint: 'what is new, in English' }),
  notesZh: text({ kind: 'text', label: 'What is new, in Chinese', hint: 'the same in Chinese; both or none' }),
}

export const publishVersion = defineCommand({
  name: 'publish-version',
  summary: 'Publish a PC miner or a mobile package',
  fields: {
    platform: required(choice(platforms, { value: platforms.join('|'), label: 'Platform', hint: 'what it runs on' })),
    version: required(
      parsed(
        { value: '1.2.3', label: 'Version', hint: 'higher than every version before it' },
        (typed) => (VERSION.test(typed) ? typed : undefined),
        ({ option }) => phrase`${option} has three numbers, for example 1.2.3.`,
      ),
    ),
    file: required(text({ value: 'PATH', label: 'File', hint: 'the package; it is copied and its hash taken' })),
    ...noteFields,
  },
  async run(context, { file, ...input }) {
    const release = releaseOf(input, file)
    await refuseLower(context.db, release)
    return publication(context, release, pathOf(context, file))
  },
})

/** The service mails everybody who asked on the download page, within a minute. */
export const mailsText = (count: number): Text => (count > 0 ? phrase`\n${count} who asked for it get a mail.` : '')

interface Texts {
  notes: string | undefined
  notesZh: string | undefined
}

interface Release {
  platform: Platform
  version: string
  ending: string
  notes: string
  notesZh: string
}

function releaseOf(
  { platform, version, notes = '', notesZh = '' }: Pick<Release, 'platform' | 'version'> & Partial<Texts>,
  file: string,
): Release {
  const ending = endingOf(platform, file)
  if (ending === undefined) throw wrongUsage(phrase`A ${platform} package ends in .${endingsOf(platform).join(', .')}.`)
  checkNotes({ notes, notesZh })
  return { platform, version, ending, notes, notesZh }
}

/** Notes are in both languages or absent. */
export function checkNotes({ notes, notesZh }: { notes: string; notesZh: string }): void {
  if ((notes === '') !== (notesZh === '')) throw wrongUsage('--notes and --notes-zh are given together or not at all.')
  if (Math.max(notes.length, notesZh.length) > MAX_NOTES)
    throw wrongUsage(phrase`Notes can have up to ${MAX_NOTES} characters.`)
}

/** Refuses a version that is not higher than every published one of its platform. */
export async function refuseLower(
  db: Database,
  { platform, version }: Pick<Release, 'platform' | 'version'>,
): Promise<void> {
  const rows = await db.selectFrom('releases').select('version').where('platform', '=', platform).execute()
  const highest = rows
    .map((row) => row.version)
    .sort(compareVersions)
    .at(-1)
  if (highest !== undefined && compareVersions(version, highest) <= 0)
    throw refused(
      phrase`Version ${version} is not higher than ${highest}, the newest for ${platform}: versions only rise.`,
    )
}

async function publication(context: CommandContext, release: Release, from: string): Promise<Change> {
  const file = await takePackage(from, context.config)
  const { platform, version } = release
  const name = packageName(release)
  const waiting = await countReleaseMails(context.db, platform)
  return {
    kind: 'change',
    question: phrase`Publish ${path.basename(from)} (${sizeText(file.size)}) as ${platform} ${version}?${mailsText(waiting)}`,
    audit: `${platform} ${version}, ${name}, ${file.size} bytes, sha256 ${file.sha256}`,
    cleanUp: file.cleanUp,
    async apply(db) {
      await lockPublications(db)
      await refuseLower(db, release)
      const row = {
        id: newId(),
        platform,
        version,
        file_name: name,
        url: packageUrl(name),
        size: file.size,
        sha256: file.sha256,
        notes: release.notes,
        notes_zh: release.notesZh,
        published_at: new Date(context.now()),
      }
      await db.insertInto('releases').values(row).execute()
      await file.publish(name)
      const mails = await countReleaseMails(db, platform)
      return {
        data: { ...row, published_at: row.published_at.toISOString(), mails },
        text: phrase`${platform} ${version} is published at ${row.url}\nsha256 ${row.sha256}${mailsText(mails)}`,
      }
    },
  }
}
