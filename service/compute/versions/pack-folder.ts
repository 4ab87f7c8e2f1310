import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { refused } from '#service/platform/operator/errors.ts'
import { endingOf, type Platform, packageName, VERSION } from '#service/site/downloads/packages.ts'

/** The end of the name of a file that `npm run pack` writes beside each package. */
const FACTS = '.facts.json'

/** The facts of a package that are published, or checked before that. */
const shared = {
  file: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  version: v.pipe(v.string(), v.regex(VERSION)),
  signed: v.boolean(),
  /** Address of the service that the program works for by itself; empty where none was named. */
  service: v.string(),
  /** Whether the sources differed from their commit. */
  changed: v.boolean(),
}

const MinerFacts = v.object({
  ...shared,
  platform: v.picklist(['windows', 'linux', 'mac']),
  architecture: v.picklist(['x64', 'arm64']),
  form: v.picklist(['setup', 'package', 'archive', 'gpu']),
})

/** The app has no code of a processor, and is one file. */
const AppFacts = v.object({ ...shared, platform: v.literal('android'), key: v.picklist(['test', 'operator']) })

const Facts = v.variant('platform', [MinerFacts, AppFacts])

/** A package of a folder: its facts, where it is, and the name that it is published by. */
export type Packed = v.InferOutput<typeof Facts> & { path: string; name: string }

/** The packages of one platform, the one that most of its users take first. */
export interface PackedPlatform {
  platform: Platform
  version: string
  files: [Packed, ...Packed[]]
}

function parseFacts(folder: string, name: string, text: string): Packed {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Facts), text)
  if (!parsed.success) throw refused(`${name} is not written by this version of \`npm run pack\`. Pack again.`)
  const facts = parsed.output
  const ending = endingOf(facts.platform, facts.file)
  if (ending === undefined) throw refused(`${facts.file} is no package for ${facts.platform}.`)
  return { ...facts, path: path.join(folder, facts.file), name: packageName({ ...facts, ending }) }
}

/** The packages of a folder that `npm run pack` has filled. */
export async function readPackFolder(folder: string): Promise<Packed[]> {
  const names = await readdir(folder).catch(() => {
    throw refused(`There is no folder ${folder}. Make it by \`npm run pack\`.`)
  })
  const facts = names.filter((name) => name.endsWith(FACTS)).sort()
  if (facts.length === 0) throw refused(`${folder} holds no packages. Make them by \`npm run pack\`.`)
  return Promise.all(
    facts.map(async (name) => parseFacts(folder, name, await readFile(path.join(folder, name), 'utf8'))),
  )
}

/** Forms and architectures by how many users of a platform take them. */
const forms = ['setup', 'archive', 'package', 'gpu']
const architectures = (platform: Platform) => (platform === 'mac' ? ['arm64', 'x64'] : ['x64', 'arm64'])

const rank = (packed: Packed): number =>
  packed.platform === 'android'
    ? 0
    : forms.indexOf(packed.form) * 2 + architectures(packed.platform).indexOf(packed.architecture)

/** Groups packages by platform. A platform of two versions is refused. */
export function groupByPlatform(packages: readonly Packed[]): PackedPlatform[] {
  return [...Map.groupBy(packages, ({ platform }) => platform)].map(([platform, unsorted]) => {
    const [first, ...rest] = [...unsorted].sort((one, other) => rank(one) - rank(other))
    if (first === undefined) throw new Error('a group is never empty')
    if (rest.some(({ version }) => version !== first.version))
      throw refused(`The folder has ${platform} packages of two versions. Pack again.`)
    // Forms sort the engine last, so that it is first only where nothing else was packed.
    if (first.platform !== 'android' && first.form === 'gpu')
      throw refused(
        `The folder has only the card engine for ${platform}, no program. Pack both: --form archive --form gpu.`,
      )
    return { platform, version: first.version, files: [first, ...rest] }
  })
}
