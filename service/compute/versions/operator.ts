import path from 'node:path'
import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countReleaseMails } from '#service/compute/versions/release-mails.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { Asked, Change, Command, CommandContext } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { placeOf } from '#service/platform/operator/places.ts'
import { endingsOf, type Platform, packageName, platforms, VERSION } from '#service/site/downloads/packages.ts'
import { takePackage } from './package-file.ts'

const MAX_NOTES = 4000
/** Any number that nothing else locks: two publications wait for each other. */
const LOCK = 8_114_902

const sizeText = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Orders versions as numbers: 1.10.0 is after 1.9.9. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

export const listVersions: Command = {
  name: 'list-versions',
  summary: 'Published packages, newest first',
  options: {},
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
}

export const publishVersion: Command = {
  name: 'publish-version',
  summary: 'Publish a PC miner or a mobile package',
  options: {
    platform: { type: 'string', value: platforms.join('|'), hint: 'what it runs on', required: true },
    version: { type: 'string', value: '1.2.3', hint: 'higher than every version before it', required: true },
    file: { type: 'string', value: 'PATH', hint: 'the package; it is copied and its hash taken', required: true },
    notes: { type: 'string', value: 'TEXT', hint: 'what is new, in English' },
    'notes-zh': { type: 'string', value: 'TEXT', hint: 'the same in Chinese; both or none' },
  },
  async run(context, asked) {
    const wanted = readWanted(asked)
    await refuseLower(context.db, wanted)
    return publication(context, wanted, placeOf(context, asked.must('file')))
  },
}

/** Who has asked on the download page is told by the service within a minute. */
const mailsText = (count: number): string => (count > 0 ? `\n${count} who asked for it are told by mail.` : '')

interface Wanted {
  platform: Platform
  version: string
  ending: string
  notes: string
  notesZh: string
}

function readWanted(asked: Asked): Wanted {
  const platform = platforms.find((one) => one === asked.must('platform'))
  if (!platform) throw wrongUsage(`--platform is one of ${platforms.join(', ')}.`)
  const version = asked.must('version')
  if (!VERSION.test(version)) throw wrongUsage('--version has three numbers, for example 1.2.3.')
  const ending = path.extname(asked.must('file')).slice(1).toLowerCase()
  const known = endingsOf(platform)
  if (!known.includes(ending)) throw wrongUsage(`A ${platform} package ends in .${known.join(', .')}.`)
  const [notes, notesZh] = [asked.text('notes') ?? '', asked.text('notes-zh') ?? '']
  if ((notes === '') !== (notesZh === '')) throw wrongUsage('--notes and --notes-zh are given together or not at all.')
  if (Math.max(notes.length, notesZh.length) > MAX_NOTES)
    throw wrongUsage(`Notes can have up to ${MAX_NOTES} characters.`)
  return { platform, version, ending, notes, notesZh }
}

async function refuseLower(db: Database, { platform, version }: Wanted): Promise<void> {
  const rows = await db.selectFrom('releases').select('version').where('platform', '=', platform).execute()
  const highest = rows
    .map((row) => row.version)
    .sort(compareVersions)
    .at(-1)
  if (highest !== undefined && compareVersions(version, highest) <= 0)
    throw refused(`Version ${version} is not higher than ${highest}, the newest for ${platform}: versions only rise.`)
}

async function publication(context: CommandContext, wanted: Wanted, from: string): Promise<Change> {
  const file = await takePackage(from, context.config)
  const { platform, version } = wanted
  const name = packageName(wanted)
  const waiting = await countReleaseMails(context.db, platform)
  return {
    kind: 'change',
    question: `Publish ${path.basename(from)} (${sizeText(file.size)}) as ${platform} ${version}?${mailsText(waiting)}`,
    audit: `${platform} ${version}, ${name}, ${file.size} bytes, sha256 ${file.sha256}`,
    cleanUp: file.cleanUp,
    async apply(db) {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
      await refuseLower(db, wanted)
      const row = {
        id: newId(),
        platform,
        version,
        file_name: name,
        url: `/downloads/${name}`,
        size: file.size,
        sha256: file.sha256,
        notes: wanted.notes,
        notes_zh: wanted.notesZh,
        published_at: new Date(context.now()),
      }
      await db.insertInto('releases').values(row).execute()
      await file.publish(name)
      const mails = await countReleaseMails(db, platform)
      return {
        data: { ...row, published_at: row.published_at.toISOString(), mails },
        text: `${platform} ${version} is published at ${row.url}\nsha256 ${row.sha256}${mailsText(mails)}`,
      }
    },
  }
}
