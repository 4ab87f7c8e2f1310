// The parts of `npm test`: their commands, how long each may take, and which run at once.
import { linuxPackBlocker } from '../pack-tools.mjs'
import { podmanBlocker } from '../podman.mjs'
import { pythonBlocker } from '../python.mjs'

const bin = (name) => `node_modules/${name}`
const PROGRESS = './scripts/lib/test/progress.mjs'

/** A runner that has met this many failures stops: they have one cause. */
const MAX_VITEST_FAILURES = 20
const MAX_JOURNEY_FAILURES = 12

/** Steps of one command. */
const only = (...command) => [[command]]

/** The command for a project of Vitest, or for some of its files; `report` is where its JSON goes. */
export const vitest = (project, report, ...files) => [
  ...[bin('vitest/vitest.mjs'), 'run', '--project', project, ...files, `--bail=${MAX_VITEST_FAILURES}`],
  ...['--reporter=dot', '--reporter=json', `--reporter=${PROGRESS}`, `--outputFile.json=${report}`],
]

/** One retry, so that one slow moment does not hide the result of all other tests. Each use of it is printed as a defect to fix. */
const playwright = (project) =>
  only(
    ...[bin('@playwright/test/cli.js'), 'test', `--project=${project}`, `--reporter=line,json,${PROGRESS}`],
    ...['--retries=1', `--max-failures=${MAX_JOURNEY_FAILURES}`, `--output=test-results/${project}`],
  )

/**
 * Each part with its limit in minutes, about four times what it takes on two idle cores; `steps` follow each other, and the
 * commands of a step run at once. A part without steps is a project of Vitest. `onDisk` keeps its temporary files out of memory.
 */
export const parts = {
  lint: { minutes: 4, steps: only(bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.') },
  types: {
    minutes: 10,
    steps: [
      [[bin('astro/bin/astro.mjs'), 'sync']],
      [
        [bin('typescript/bin/tsc'), '--noEmit'],
        // `tsc` checks all files but the pages.
        [
          ...[bin('astro/bin/astro.mjs'), 'check', '--minimumFailingSeverity=warning', '--noSync'],
          '--tsconfig=tsconfig.astro.json',
        ],
        ['scripts/check-values.mjs'],
      ],
    ],
  },
  imports: {
    minutes: 5,
    steps: [
      [
        ['scripts/check-imports.mjs'],
        ['scripts/check-areas.mjs'],
        ['scripts/check-tables.mjs'],
        ['scripts/check-networks.mjs'],
        ['scripts/check-dates.mjs'],
        ['scripts/check-browsers.mjs'],
        ['scripts/settings.mjs', '--check'],
        ['scripts/check-specification.mjs'],
        ['scripts/check-citations.mjs'],
        ['scripts/check-words.mjs'],
      ],
    ],
  },
  locales: { minutes: 2, steps: only('scripts/check-locales.mjs') },
  content: { minutes: 2, steps: only('scripts/check-content.mjs') },
  unused: { minutes: 4, steps: only(bin('knip/bin/knip.js')) },
  unit: { minutes: 15 },
  build: { minutes: 8, steps: only('scripts/build.mjs') },
  pack: { minutes: 12, blocker: linuxPackBlocker },
  service: { minutes: 40 },
  site: { minutes: 20, needs: 'build' },
  containers: { minutes: 20, blocker: podmanBlocker, onDisk: true },
  verifier: { minutes: 10, blocker: pythonBlocker },
  e2e: { minutes: 50, steps: playwright('e2e'), needs: 'build' },
}

/** Parts that run at once, since none keeps all cores busy. */
export const groups = [
  ['lint', 'types', 'imports', 'locales', 'content', 'unused'],
  ['unit', 'build', 'pack'],
  ['service', 'site', 'containers', 'verifier'],
  ['e2e'],
]

/** The limit of the whole run in minutes. */
export const MAX_MINUTES = 80
