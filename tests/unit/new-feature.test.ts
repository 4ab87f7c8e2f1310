import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clone, installedAs } from '#world/clone.ts'

/** `npm run test:long` has every check look at a new feature, which takes minutes. */
const isWhole = process.env.NEW_FEATURE === 'checked'
/** In the clone this test runs too, and makes a feature of its own. */
const [kebab, camel, Pascal, snake, title] = isWhole
  ? ['distant-harbour', 'distantHarbour', 'DistantHarbour', 'distant_harbour', 'Distant harbour']
  : ['quiet-harbour', 'quietHarbour', 'QuietHarbour', 'quiet_harbour', 'Quiet harbour']

let clone: Clone
beforeAll(() => {
  clone = installedAs('generator')
})
afterAll(() => clone.remove())

/** Without the variables that Vitest sets, which a build would read as its own. */
const ours = /^(?:VITEST|(?:BASE_URL|DEV|MODE|NEW_FEATURE|PROD|SSR|TEST)$)/
const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))), NO_COLOR: '1' }

/** Runs a program of the clone to its end. */
const node = (...args: readonly string[]) =>
  new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: clone.folder, env, maxBuffer: 1 << 28 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out: out + err }),
    )
  })

const read = (file: string) => readFileSync(join(clone.folder, file), 'utf8')

/** Every file of the clone, with its text. */
const texts = () =>
  new Map(
    ['public', 'scripts', 'service', 'src', 'tests', '.'].flatMap((folder) =>
      readdirSync(join(clone.folder, folder), { recursive: folder !== '.', encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => statSync(join(clone.folder, file)).isFile())
        .map((file) => [file.replaceAll('\\', '/'), read(file)] as const),
    ),
  )

const lists = [
  'public/locales/en/app.json',
  'public/locales/zh/app.json',
  'service/platform/db/migrations/index.ts',
  'service/feature-list.ts',
  'src/islands/app/features.ts',
  'src/lib/rules/routes.ts',
]

test.each([
  ['quiet-harbour', 'quiet-harbour is no area'],
  ['harbours/quiet', 'harbours is no area'],
  ['market/Harbour', 'no name of a feature'],
  ['market/a', 'no name of a feature'],
  ['market/quiet harbour', 'no name of a feature'],
  ['market/quiet--harbour', 'no name of a feature'],
  ['market/2-harbours', 'no name of a feature'],
  [`market/${'h'.repeat(33)}`, 'no name of a feature'],
  ['market/import', 'add a word to it'],
  ['market/screen', 'add a word to it'],
  ['market/wallets', 'see src/islands/app/wallets/feature.ts'],
  ['market/reasons', 'see service/platform/db/migrations/index.ts'],
  ['market/recharge', 'see public/locales/en/app.json'],
  ['market/user-points', 'see src/lib/rules/routes.ts'],
  ['market/core', 'see src/islands/app/core'],
  ['market/audit', 'see service/programs/operate/audit.ts'],
])('a feature is not called %s', async (name, reason) => {
  const { code, out } = await node('scripts/new.mjs', 'feature', name)
  expect(out).toContain(reason)
  expect(code).toBe(1)
})

test('asks for missing arguments', async () => {
  for (const args of [[], ['feature'], ['call', 'harbours'], ['feature', 'quiet', 'harbour']])
    expect(await node('scripts/new.mjs', ...args)).toMatchObject({
      code: 1,
      out: expect.stringContaining('npm run new -- feature market/price-list'),
    })
})

test('creates its files, and a line in each list', async () => {
  const before = texts()
  const numbers = [...before.keys()].map((file) => Number(/migrations\/(\d+)-/.exec(file)?.[1] ?? 0))
  const number = String(Math.max(...numbers) + 1).padStart(3, '0')
  const { code, out } = await node('scripts/new.mjs', 'feature', `market/${kebab}`)
  expect([code, out]).toEqual([0, expect.stringContaining(`tests/service/market/${kebab}/${kebab}.test.ts`)])
  const after = texts()
  const changed = [...after.keys()].filter((file) => before.get(file) !== after.get(file))
  const made = [
    ...['en', 'zh'].map((locale) => `public/locales/${locale}/${kebab}.json`),
    `service/platform/db/migrations/${number}-${kebab}.ts`,
    ...['commands', 'feature', 'operator', 'own-data', 'queries', 'routes', 'tables'].map(
      (file) => `service/market/${kebab}/${file}.ts`,
    ),
    ...['feature.ts', 'reads.ts', 'screen.tsx', 'store.ts', 'texts.ts'].map(
      (file) => `src/islands/app/${kebab}/${file}`,
    ),
    `src/lib/contract/${kebab}.ts`,
    `tests/service/market/${kebab}/${kebab}.test.ts`,
  ]
  expect(changed.sort()).toEqual([...made, ...lists].sort())
  for (const file of [...made, ...lists]) expect(out).toContain(`  ${file}\n`)
  for (const file of made) expect(read(file)).not.toMatch(/new.?thing|NNN/i)
  expect(made.map(read).join()).toContain(`create table ${snake}_items`)
  expect(JSON.parse(read('public/locales/en/app.json')).titles[camel]).toBe(title)
  for (const file of lists) {
    const lines = new Set(before.get(file)?.split('\n'))
    const added = read(file)
      .split('\n')
      .filter((line) => !lines.has(line))
    expect(added.length).toBeLessThanOrEqual(2)
    expect(added.join()).toMatch(new RegExp(`${kebab}|${camel}|${Pascal}|${snake}`))
  }
})

test('puts the lines where they belong', () => {
  for (const file of ['service/feature-list.ts', 'src/islands/app/features.ts'])
    expect(read(file)).toMatch(new RegExp(`\n  ${camel},\n\\]`))
})

test('overwrites nothing', async () => {
  const { code, out } = await node('scripts/new.mjs', 'feature', `market/${kebab}`)
  expect([code, out]).toEqual([1, expect.stringContaining(`${kebab} is taken`)])
})

const vitest = (project: string, ...tests: readonly string[]) =>
  node('node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, '--reporter=dot', ...tests)

async function expectGreen(run: ReturnType<typeof node>): Promise<void> {
  const { code, out } = await run
  if (code !== 0) expect.fail(out.slice(-6000))
}

test.runIf(isWhole)('passes every check but its own test', { timeout: 7_200_000 }, async () => {
  await expectGreen(
    node('scripts/test.mjs', 'lint', 'types', 'imports', 'locales', 'content', 'unused', 'unit', 'build'),
  )
  await expectGreen(vitest('site', ...['classes', 'links', 'sizes'].map((name) => `tests/site/${name}.test.ts`)))
  const touched = ['features', 'platform/http/fuzz', 'identity/own-account/export', 'identity/own-account/own-account']
  await expectGreen(vitest('service', ...touched.map((name) => `tests/service/${name}.test.ts`)))
  const { code, out } = await vitest('service', `tests/service/market/${kebab}/${kebab}.test.ts`)
  expect(code).toBe(1)
  expect(out).toContain(`Describe in this test what ${Pascal} must do, and then make it so.`)
  expect(out).toContain('1 failed | 2 passed')
})
