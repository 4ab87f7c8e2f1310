import { type ChildProcessByStdio, execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { type Clone, cloneAs, installed, installedAs, startNpm } from '#world/clone.ts'
import { devPorts, holdPorts } from '#world/ports.ts'

const root = join(import.meta.dirname, '../..')

/** The folder of a clone, for the time of a test. */
function folderOf({ folder, remove }: Clone): string {
  onTestFinished(remove)
  return folder
}

/** npm, which ends with the test. */
function npm(...args: Parameters<typeof startNpm>) {
  const { child, kill } = startNpm(...args)
  child.stderr.resume()
  onTestFinished(kill)
  return child
}

/** Runs a command in a folder of the project to its end. */
function runIn(cwd: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...settings } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

/** The same in a clone with nothing installed. Its npm installs at once: it links what is installed here. */
function runFirst(clone: string, ...args: string[]) {
  const bin = join(clone, '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "npm $*"\nln -s '${installed}' node_modules\n`, { mode: 0o755 })
  return runIn(clone, args, { PATH: [bin, process.env.PATH].join(delimiter) })
}

/** Its address, once it is up. */
async function addressOf(start: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  for await (const line of createInterface(start.stdout)) {
    const found = / is up after .*(http:\S+)\//.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('npm start ended')
}

// A whole build beside other tests takes minutes.
test('npm start builds in any folder, and ends the service when npm alone is signalled', {
  timeout: 600_000,
}, async () => {
  const cwd = folderOf(installedAs('My projects, Förge 矿'))
  mkdirSync(join(cwd, 'dist'))
  writeFileSync(join(cwd, 'dist', 'old.txt'), 'of the build before')
  const start = npm(['start'], cwd, { DATABASE_URL: '', DATA_DIR: '.data', PORT: '0', MAILBOX_PORT: '0' })
  const address = await addressOf(start)
  for (const path of ['healthz', '', 'zh/docs/', 'user/account'])
    expect((await fetch(`${address}/${path}`)).status, path).toBe(200)
  expect((await fetch(`${address}/old.txt`)).status).toBe(404)
  expect(readdirSync(cwd).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  // Open as long as any process that writes to it runs.
  const silent = once(start.stdout, 'close')
  start.kill('SIGTERM')
  start.stdout.resume()
  await silent
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(existsSync(join(clusterOf(join(cwd, '.data', 'postgres')), 'postmaster.pid'))).toBe(false)
})

test('a failed build keeps the previous one', async () => {
  const cwd = folderOf(installedAs('clone'))
  // The page below throws while the pages are written. The others need no content, only the addresses and the anchor that texts
  // link to.
  const empty = '---\nexport const getStaticPaths = () => [{ params: { locale: undefined } }]\n---\n'
  for (const page of globSync('src/pages/**/*.astro', { cwd }))
    if (page.replace('[...locale]', '').includes('[')) rmSync(join(cwd, page))
    else writeFileSync(join(cwd, page), `${page.includes('[') ? empty : ''}<h2 id="calculator">Calculator</h2>\n`)
  mkdirSync(join(cwd, 'dist'))
  writeFileSync(join(cwd, 'dist', 'index.html'), 'the site that is served')
  for (const [file, text, sign] of [
    ['src/pages/broken.astro', '---\nthrow new Error("broken here")\n---\n', 'broken here'],
    ['public/locales/en/site.json', '{{{', 'public/locales/en/site.json: '],
  ] as const) {
    writeFileSync(join(cwd, file), text)
    const { code, err } = await runIn(cwd, ['scripts/build.mjs'])
    expect([code, err]).toEqual([1, expect.stringContaining(sign)])
  }
  expect(readFileSync(join(cwd, 'dist', 'index.html'), 'utf8')).toBe('the site that is served')
})

test.each([
  ['PUBLIC_SITE', 'idleforge.example'],
  ['PUBLIC_SITE', 'https://idleforge.example/mine'],
  ['PUBLIC_API_BASE', 'api'],
  ['PUBLIC_API_BASE', 'ftp://api.example'],
  ['PUBLIC_SM2_KEY', '04abc'],
  ['PUBLIC_SIGN_SALT', 'a b c d'],
])('%s stops what builds the site by name when it is %j', async (name, value) => {
  for (const script of ['build', 'dev']) {
    const { code, err } = await runIn(root, [`scripts/${script}.mjs`], { [name]: value })
    expect([code, err.trim()]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^Settings to correct:\n  - ${name} must be `)),
    ])
  }
})

test('npm start -- --help prints every setting with its default, and starts nothing', async () => {
  const { code, out } = await runIn(root, ['scripts/start.mjs', '--help'])
  expect(code).toBe(0)
  for (const name of ['PORT (default: 8080)', 'DEPOSIT_KEY_FILE (default: none)', 'IDLEFORGE_STATE'])
    expect(out).toContain(name)
})

test('npm test ends its children when npm alone is signalled', async () => {
  const run = npm(['test', '--', 'unit'])
  const output: string[] = []
  for await (const line of createInterface(run.stdout)) {
    output.push(line)
    if (line === '== unit') run.kill('SIGTERM')
  }
  expect(output).toContain('== unit')
  expect(output.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toEqual([])
})

test("the operator's program installs in a fresh clone first, and prints nothing about it on standard output", async () => {
  const program = 'service/programs/operate/operate.mjs'
  const { code, out, err } = await runFirst(folderOf(cloneAs('clone')), program, '--help')
  expect(err).toMatch(/^Installing dependencies .*\nnpm install --no-save /)
  expect(out).toContain('npm run operate')
  expect(out).not.toContain('npm install --no-save')
  expect(code).toBe(0)
})

test('the miner answers --help in a fresh clone, and installs nothing', async () => {
  const clone = folderOf(cloneAs('clone'))
  const { code, out, err } = await runFirst(clone, 'service/programs/miner/idleforge-miner.mjs', '--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Usage: idleforge-miner')
  expect(existsSync(join(clone, 'node_modules'))).toBe(false)
})

test.each(['C#', '100%', 'why?'])(
  'a folder called %s, which the bundler can not read, is refused first',
  async (name) => {
    const clone = folderOf(cloneAs(name))
    for (const script of ['start', 'dev', 'build', 'test']) {
      const { code, out, err } = await runFirst(clone, `scripts/${script}.mjs`)
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`The site can't be built in a folder whose path has ${name.at(-1)} in it: ${clone}`)
    }
    expect(existsSync(join(clone, 'node_modules'))).toBe(false)
  },
)

test.each(devPorts)('npm run dev takes no other port when the one %i above its own is taken', async (above) => {
  const { port, servers } = await holdPorts(devPorts)
  for (const server of servers) {
    if ((server.address() as AddressInfo).port === port + above) onTestFinished(() => void server.close())
    else server.close()
  }
  const { code, err } = await runIn(root, ['scripts/dev.mjs'], { PORT: `${port}` })
  expect(err).toContain(`PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port + above}. Stop what`)
  expect(code).toBe(1)
})

test.each(['none', '0', '65525', '80.5'])('npm run dev prints its ports when given %s', async (PORT) => {
  const { code, err } = await runIn(root, ['scripts/dev.mjs'], { PORT })
  expect([code, err.trim()]).toEqual([1, 'PORT: a whole number from 1 to 65524.'])
})
