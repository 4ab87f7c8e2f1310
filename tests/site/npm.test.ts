import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '#service/db/embedded/home.ts'

const root = join(import.meta.dirname, '../..')
const notCopied = new Set(['.astro', '.data', '.git', 'dist', 'node_modules', 'test-results'])

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  chmodSync(folder, 0o755)
  return folder
}

/** The project as somebody has just cloned it into a folder of that name. */
function cloneAs(name: string): string {
  const clone = join(scratch(), name)
  cpSync(root, clone, { recursive: true, filter: (file) => file === root || !notCopied.has(basename(file)) })
  return clone
}

const installed = join(root, 'node_modules')

/** Runs a command in a clone to its end. Its npm installs at once: it links what is installed here. */
function runIn(clone: string, ...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const bin = join(clone, '.bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "npm $*"\nln -s '${installed}' node_modules\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: clone, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

/** Its address, once it is up. */
async function addressOf(start: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(start.stdout)) {
    const found = / is up after .*(http:\S+)\//.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('npm start ended')
}

/** npm in a group of its own, so that a failing test leaves nothing behind. */
function npm(
  args: readonly string[],
  { cwd = root, settings = {} }: { cwd?: string; settings?: Readonly<Record<string, string>> } = {},
) {
  const child = spawn('npm', args, {
    cwd,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  })
  return child
}

test('npm start builds wherever it stands, and takes the service with it when npm alone is told to stop', async () => {
  const cwd = cloneAs('My projects, Förge 矿')
  symlinkSync(installed, join(cwd, 'node_modules'))
  const start = npm(['start'], { cwd, settings: { DATABASE_URL: '', DATA_DIR: '.data', PORT: '0', MAILBOX_PORT: '0' } })
  const address = await addressOf(start)
  for (const path of ['healthz', '', 'zh/docs/', 'user/account'])
    expect((await fetch(`${address}/${path}`)).status, path).toBe(200)
  // Open as long as anybody lives who writes into it.
  const silent = once(start.stdout, 'close')
  start.kill('SIGTERM')
  start.stdout.resume()
  await silent
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(existsSync(join(clusterOf(join(cwd, '.data', 'postgres')), 'postmaster.pid'))).toBe(false)
})

test('npm test ends with what it runs when npm alone is told to stop', async () => {
  const run = npm(['test', '--', 'unit'])
  const told: string[] = []
  for await (const line of createInterface(run.stdout)) {
    told.push(line)
    if (line === '== unit') run.kill('SIGTERM')
  }
  expect(told).toContain('== unit')
  expect(told.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toEqual([])
})

test.each([
  ['service/miner/idleforge-miner.mjs', 'Usage: idleforge-miner'],
  ['service/operate/operate.mjs', 'npm run operate'],
])('%s installs in a fresh clone first, and says nothing of it on standard output', async (program, told) => {
  const { code, out, err } = await runIn(cloneAs('clone'), program, '--help')
  expect(err).toMatch(/^Installing dependencies .*\nnpm install --no-save /)
  expect(out).toContain(told)
  expect(out).not.toContain('npm install --no-save')
  expect(code).toBe(0)
})

test.each(['C#', '100%', 'why?'])(
  'a folder called %s, which the bundler can not read, is refused first',
  async (name) => {
    const clone = cloneAs(name)
    for (const script of ['start', 'dev', 'build', 'test']) {
      const { code, out, err } = await runIn(clone, `scripts/${script}.mjs`)
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`The site can't be built in a folder whose path has ${name.at(-1)} in it: ${clone}`)
      rmSync(join(clone, '.bin'), { recursive: true })
    }
    expect(existsSync(join(clone, 'node_modules'))).toBe(false)
  },
)
