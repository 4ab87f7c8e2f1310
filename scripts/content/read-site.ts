import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TextProblem } from '../../src/content/markdown/problems.ts'
import { newestPackage } from '../../src/lib/contract/versions.ts'
import { latestDay } from '../../src/lib/text/content/dates.ts'
import { dayAt } from '../../src/lib/time/days.ts'
import { localDateTime } from '../../src/lib/time/format.ts'
import { readHistory } from './history.mjs'
import { createSite, type Surroundings } from './site.ts'
import { fillKnown } from './text.ts'
import type { Site } from './types.ts'

/** Files whose text the rules read. */
const READ = [
  'src/content/**/*',
  'public/locales/*/{docs,earn}.json',
  'src/styles/theme.css',
  'src/pages/**/*.astro',
  'src/components/**/*.astro',
  'src/layouts/*.astro',
  'src/lib/text/figures.ts',
  'service/platform/db/migrations/*.ts',
]
/** Files of which only the name counts. */
const LISTED = ['public/**/*']

/** Files of the project that the rules need, by their paths. */
export function readFiles(root: string): Map<string, string> {
  const matching = (patterns: string[]) =>
    globSync(patterns, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const files = new Map(matching(LISTED).map((file) => [file, '']))
  for (const file of matching(READ)) files.set(file, readFileSync(path.join(root, file), 'utf8'))
  return files
}

const RATES = 'src/content/rates.json'

/** The last committed version that differs from the file; undefined without a repository, or with a history that is cut off. */
function committedRates(root: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const current = readFileSync(path.join(root, RATES), 'utf8')
    const commits = git('log', '-2', '--format=%H', '--', RATES).split('\n').filter(Boolean)
    return commits.map((commit) => git('show', `${commit}:./${RATES}`)).find((text) => text !== current)
  } catch {
    return undefined
  }
}

export async function readSurroundings(root: string): Promise<Surroundings> {
  const { features } = await import('#app/features.ts')
  const screens = features.flatMap((feature) =>
    Object.values(feature.screens).flatMap(({ path: place, from = [] }: { path: string; from?: readonly string[] }) => [
      place,
      ...from,
    ]),
  )
  const packages = (['windows', 'mac', 'linux', 'android'] as const).map(newestPackage)
  const served = ['/api/status', '/idleforge-miner.mjs', '/idleforge-host.mjs', ...packages]
  const ratesBefore = committedRates(root)
  const now = Date.now()
  const calendar = {
    today: localDateTime(now / 1000).slice(0, 10),
    latest: latestDay(now),
    history: readHistory(root, 'src/content'),
  }
  return { screens, served, today: dayAt(now), calendar, ...(ratesBefore !== undefined && { ratesBefore }) }
}

/** Renders every text as the build does. A text whose front matter cannot be read has a finding of its own. */
async function findPartMistakes(root: string, { texts }: Site): Promise<Site['partMistakes']> {
  const { mistakesIn } = await import('../../src/content/markdown/mistakes.ts')
  const mistakes = new Map<string, readonly TextProblem[]>()
  for (const { file, source, locale, unreadable } of texts) {
    if (unreadable) continue
    const found = await mistakesIn(pathToFileURL(path.join(root, file)), fillKnown(source, locale))
    if (found.length > 0) mistakes.set(file, found)
  }
  return mistakes
}

export async function readSite(root: string): Promise<Site> {
  const site = createSite(readFiles(root), await readSurroundings(root))
  return { ...site, partMistakes: await findPartMistakes(root, site) }
}
