// `npm run test:long`: the suites that are too long for every run, at full figures, in order or by name: `npm run
// test:long -- ledger zones`. Each failure is printed with the end of its output.
import { spawnSync } from 'node:child_process'
import { findEngines } from './lib/engines.mjs'
import { hasPackTools } from './lib/pack-tools.mjs'
import { ensureInstalled, NPM_LIMIT_MS, node24, npmDownload, projectEnv, root } from './lib/setup.mjs'

ensureInstalled()

const service = (env, ...tests) => ({
  env,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project=service', '--reporter=dot', ...tests],
})
const processes = (...args) => ({
  env: {},
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project=processes', '--reporter=dot', ...args],
})
const unit = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--reporter=dot']
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe']
const money = ['earnings', 'ledger', 'withdrawals', 'wallets'].map((folder) => `tests/service/money/${folder}`)

const browser = (env, ...args) => ({
  env,
  args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', ...args],
})

/** Stryker has dependencies of its own, which nothing else needs. */
const MUTANTS = 'tests/mutants'

const requested = process.argv.slice(2)
const isRequested = (name) => requested.length === 0 || requested.includes(name)
const hasTools = (kind) => isRequested('pack') && hasPackTools(kind)

const parts = {
  cuts: [service({ MONEY_CUTS: 'all' }, 'tests/service/money/money-cuts.test.ts')],
  kills: [service({ KILLS: 'all' }, 'solana-kills', 'deposits/sweep', 'deposits/tron-sweep', 'tron/collector')],
  walk: [service({ WITHDRAWAL_STEPS: '5000' }, 'tests/service/money/withdrawals/walk.test.ts')],
  races: [service({ RACE_ROUNDS: '50' }, 'tests/service/money/withdrawals/races.test.ts')],
  stock: [service({ STOCK_ROUNDS: '100', STOCK_EXPIRING: '1000' }, 'tests/service/market/orders/races.test.ts')],
  rentals: [
    service({ RENTALS: '1000', RENTAL_HOURS: '720', RENTAL_MAX_MS: '10000' }, 'tests/service/rental/month.test.ts'),
    service({ RENTAL_ROUNDS: '20' }, 'tests/service/rental/races.test.ts'),
  ],
  ambassadors: [service({ AMBASSADOR_DAYS: '182' }, 'tests/service/rewards/ambassadors/simulation.test.ts')],
  fuzz: [service({ FUZZ_CASES: '10000', FUZZ_VALUES: '1000' }, 'tests/service/platform/http/fuzz.test.ts')],
  crypto: [
    service({ SM2_MESSAGES: '200' }, 'tests/service/platform/http/sm2/sm2.test.ts'),
    { env: { SM2_MESSAGES: '200' }, args: [...unit, 'tests/lib/crypto/seal.test.ts'] },
  ],
  chain: [service({ CHAIN_RESTARTS: '20' }, 'tests/service/chains/test-chain')],
  zones: zones.map((TEST_ZONE) => service({ TEST_ZONE, LEDGER_OPERATIONS: '12000' }, ...money)),
  // Without the tests that end the session of one statement: behind a pooler it is not the session of its transaction alone.
  pooler: [
    service(
      { TEST_POOLER: '1' },
      ...['report-batches', 'poster', 'chain-kills', 'tron-kills', 'money-cuts'].map(
        (name) => `--exclude=**/${name}.test.ts`,
      ),
    ),
  ],
  ledger: [service({ LEDGER_OPERATIONS: '1000000' }, 'tests/service/money/ledger')],
  engine: [{ env: { BENCH_GATE: '1' }, args: ['tests/bench/engine.ts'] }],
  processes: [processes('--exclude=tests/processes/pack-*'), browser({}, '--project=dev')],
  pack: [
    ...['linux', 'gpu'].map((kind) => processes(`tests/processes/pack-${kind}`)),
    ...['windows', 'android'].filter(hasTools).map((kind) => processes(`tests/processes/pack-${kind}`)),
  ],
  journeys: [
    browser(
      ...[{ PAGES: 'all' }, '--project=e2e', '--project=long', 'google-token', 'sign-in-methods-kept', 'long-waits'],
      ...['tests/e2e/journey', 'money-journey', 'points', 'live', 'offline'],
    ),
  ],
  looks: [
    browser(
      { PAGES: 'all' },
      '--project=e2e',
      '--project=long',
      'a11y',
      'admin-keys',
      'shift',
      'narrow',
      'new-account',
      'other-looks',
      'long/walks',
    ),
  ],
  engines: [{ env: {}, args: ['node_modules/vitest/vitest.mjs', 'run', '--project=engines', '--reporter=dot'] }],
  mutants: [
    {
      env: {},
      args: [`${MUTANTS}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', `${MUTANTS}/stryker.config.mjs`],
    },
  ],
  faults: [{ env: {}, args: ['tests/faults/run.ts'] }],
  generator: [{ env: { NEW_FEATURE: 'checked' }, args: [...unit, 'tests/unit/new-feature.test.ts'] }],
}

const unknown = requested.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

let failed = 0
for (const [name, runs] of Object.entries(parts)) {
  if (!isRequested(name)) continue
  if (name === 'looks' || name === 'journeys' || name === 'processes' || name === 'engines') {
    const found =
      name === 'engines' ? findEngines() : { CHROMIUM_PATH: (await import('./lib/chromium.mjs')).findChromium() }
    if (Object.keys(found).length === 0) continue
    // The pages as they are in this tree.
    spawnSync(node24, ['scripts/build.mjs'], { cwd: root, env: projectEnv(), stdio: 'inherit' })
    for (const { env } of runs) Object.assign(env, found)
  }
  if (name === 'mutants')
    spawnSync('npm', ['install', '--ignore-scripts', '--loglevel=error', ...npmDownload], {
      ...{ cwd: `${root}/${MUTANTS}`, env: projectEnv(), stdio: 'inherit', shell: process.platform === 'win32' },
      timeout: NPM_LIMIT_MS,
    })
  for (const { env, args } of runs) {
    const label = [name, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)].join(' ')
    const started = performance.now()
    const options = { cwd: root, env: projectEnv({ NODE_ENV: 'test', NO_COLOR: '1', ...env }), encoding: 'utf8' }
    const { status, stdout, stderr } = spawnSync(node24, args, { ...options, maxBuffer: 1 << 28 })
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${label} (${seconds} s)`)
    if (status !== 0) {
      failed += 1
      console.log((stdout + stderr).slice(-4000))
    }
  }
}
process.exit(failed > 0 ? 1 : 0)
