import { countReleaseMails } from '#service/compute/versions/release-mails.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { type Change, type Command, type CommandContext, defineAct } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { required, word } from '#service/platform/operator/fields.ts'
import { pathOf } from '#service/platform/operator/paths.ts'
import { packageUrl } from '#service/site/downloads/packages.ts'
import { checkNotes, lockPublications, mailsText, noteFields, refuseLower, sizeText } from './operator.ts'
import { groupByPlatform, type Packed, type PackedPlatform, readPackFolder } from './pack-folder.ts'
import { type PackageFile, takePackage } from './package-file.ts'

interface Notes {
  notes: string
  notesZh: string
}

/** A package whose bytes were copied into the folder of downloads. */
type Taken = Packed & { copy: PackageFile }

const publishPack = defineAct({
  name: 'versions publish FOLDER',
  fields: {
    word: required(word('Folder'), 'Which folder? `npm run pack` makes packages/miner and packages/android.'),
    ...noteFields,
  },
  async run(context, { word: folder, notes = '', notesZh = '' }) {
    checkNotes({ notes, notesZh })
    const packages = await readPackFolder(pathOf(context, folder))
    const ready = packages.filter(isRunnable)
    const skipped = packages.filter((one) => !isRunnable(one)).map(({ file }) => file)
    const platforms = await unpublished(context, ready)
    return publication(context, { platforms, skipped, notes: { notes, notesZh } })
  },
})

export const versions: Command = {
  name: 'versions',
  summary: 'Publish the folder that `npm run pack` has filled',
  acts: [publishPack],
}

/** A Mac with an Apple chip runs no program without a signature. */
const isRunnable = ({ platform, signed }: Packed): boolean => platform !== 'mac' || signed

const unsignedText = (files: readonly string[]): string =>
  files.length > 0 ? `\nNot published, because they have to be signed on a Mac first: ${files.join(', ')}` : ''

/** Users could never update an app of a test key: the next one has another key, and Android refuses it. */
function checkForProduction(packages: readonly Packed[], origin: string): void {
  const other = packages.find(({ service }) => service !== origin)
  if (other) throw refused(`${other.file} is for ${other.service || 'no service'}: pack with PUBLIC_SITE=${origin}.`)
  const test = packages.find((one) => one.platform === 'android' && one.key === 'test')
  if (test) throw refused(`${test.file} is signed with a test key: pack with PACK_ANDROID_KEYSTORE.`)
}

/** The platforms with something new; a version with other files than those published is refused. */
async function unpublished(context: CommandContext, packages: readonly Packed[]): Promise<PackedPlatform[]> {
  if (context.config.production) checkForProduction(packages, context.config.origin)
  const fresh: PackedPlatform[] = []
  for (const group of groupByPlatform(packages)) {
    if (await isPublished(context.db, group)) continue
    await refuseLower(context.db, group)
    fresh.push(group)
  }
  if (fresh.length === 0) throw refused('There is nothing new in this folder: all of it is published.')
  return fresh
}

async function isPublished(db: Database, { platform, files }: PackedPlatform): Promise<boolean> {
  const hashes = files.map(({ sha256 }) => sha256)
  // A release of one file for any processor has no list of files.
  const rows =
    platform === 'android'
      ? await db.selectFrom('releases').select('sha256').where('sha256', 'in', hashes).execute()
      : await db.selectFrom('release_files').select('sha256').where('sha256', 'in', hashes).execute()
  return rows.length === files.length
}

/** Copies every file, and compares it with the facts: one that was replaced by hand is not what was packed. */
async function takeAll(context: CommandContext, groups: readonly PackedPlatform[]): Promise<Taken[]> {
  const taken: Taken[] = []
  try {
    for (const file of groups.flatMap(({ files }) => files)) {
      const copy = await takePackage(file.path, context.config)
      taken.push({ ...file, copy })
      if (copy.sha256 !== file.sha256)
        throw refused(`${file.file} is not the file that was packed: its SHA-256 differs.`)
    }
    return taken
  } catch (error) {
    await cleanUpAll(taken)
    throw error
  }
}

const cleanUpAll = async (taken: readonly Taken[]): Promise<void> => {
  for (const { copy } of taken) await copy.cleanUp()
}

async function publication(
  context: CommandContext,
  { platforms, skipped, notes }: { platforms: PackedPlatform[]; skipped: string[]; notes: Notes },
): Promise<Change> {
  const taken = await takeAll(context, platforms)
  const list = taken.map(({ file, platform, copy }) => `  ${platform}: ${file} (${sizeText(copy.size)})`).join('\n')
  const changed = taken.some((one) => one.changed) ? '\nTheir sources differed from the commit.' : ''
  let mails = 0
  for (const { platform } of platforms) mails += await countReleaseMails(context.db, platform)
  const names = platforms.map(({ platform, version }) => `${platform} ${version}`).join(', ')
  return {
    kind: 'change',
    question: `Publish ${names}?\n${list}${changed}${unsignedText(skipped)}${mailsText(mails)}`,
    audit: taken.map(({ name, copy }) => `${name}, ${copy.size} bytes, sha256 ${copy.sha256}`).join('; '),
    cleanUp: () => cleanUpAll(taken),
    async apply(db) {
      await lockPublications(db)
      for (const group of platforms) {
        await refuseLower(db, group)
        const files = taken.filter(({ platform }) => platform === group.platform)
        await insertRelease(db, { group, files, notes, at: new Date(context.now()) })
      }
      for (const { name, copy } of taken) await copy.publish(name)
      return {
        data: taken.map(({ name, copy }) => ({ url: packageUrl(name), size: copy.size, sha256: copy.sha256 })),
        text: `${names} ${platforms.length === 1 ? 'is' : 'are'} published:\n${taken.map(({ name }) => `  ${packageUrl(name)}`).join('\n')}${unsignedText(skipped)}${mailsText(mails)}`,
      }
    },
  }
}

interface NewRelease {
  group: PackedPlatform
  files: readonly Taken[]
  notes: Notes
  at: Date
}

async function insertRelease(db: Database, { group, files, notes, at }: NewRelease): Promise<void> {
  const [main] = files
  if (!main) throw new Error('a group is never empty')
  const id = newId()
  const { platform, version } = group
  await db
    .insertInto('releases')
    .values({
      ...{ id, platform, version, file_name: main.name, url: packageUrl(main.name) },
      ...{ size: main.copy.size, sha256: main.copy.sha256 },
      ...{ notes: notes.notes, notes_zh: notes.notesZh, published_at: at },
    })
    .execute()
  const rows = files.flatMap((file) => {
    if (file.platform === 'android') return []
    const { name, form, architecture, signed, copy } = file
    return [{ file_name: name, release_id: id, form, architecture, size: copy.size, sha256: copy.sha256, signed }]
  })
  if (rows.length > 0) await db.insertInto('release_files').values(rows).execute()
}
