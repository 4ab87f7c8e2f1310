import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import type { Driver } from '#service/programs/host/driver.ts'
import { createProcessDriver } from '#service/programs/host/process-driver.ts'
import { isRenterId, processesOf } from '#service/programs/host/renter-ids.ts'
import { startProcess } from '#world/child.ts'
import { cleanUp, cleanups, isRoot, newFolder, withoutPostgres } from '#world/embedded.ts'
import { copyInto } from '#world/host.ts'
import { asUser } from '#world/ordinary-user.ts'
import { testSettings } from '#world/world.ts'

/** Access of a renter on a host without containers, and the remains of one. */

afterEach(cleanUp)

let counted = 0
const newOrder = () => ({ id: `r${process.pid}-${++counted}`, image: 'plain', keys: [], isOwners: false })

/** A rental on a driver, wiped at the end. */
async function rent(driver: Driver, order = newOrder()) {
  await driver.prepare(order)
  cleanups.push(() => driver.wipe(order.id))
  const run = async (command: string): Promise<{ code: number | null; out: string }> => {
    const running = driver.run(order, { command, terminal: undefined })
    if (!running) throw new Error('nothing runs there')
    let out = ''
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
    const { code } = await running.ended
    return { code, out }
  }
  const [place = '', uid = ''] = (await run('pwd; id -u')).out.split('\n')
  return { id: order.id, run, folder: place, uid: Number(uid) }
}

/** The system's programs without those that create PID namespaces, as where the kernel refuses them. */
function withoutSpaces(): string {
  const bin = newFolder()
  for (const name of ['setpriv', 'prlimit', 'find', 'chown', 'rm', 'sh', 'id', 'true']) {
    const at = execFileSync('/usr/bin/which', [name], { encoding: 'utf8' }).trim()
    symlinkSync(at, join(bin, name))
  }
  return bin
}

const SHARED = ['/tmp', '/var/tmp', '/dev/shm']

describe.runIf(isRoot)('a renter’s shell beside the embedded database', () => {
  test.each([
    ['where the system has a user for it', () => ({})],
    ['where it has none', withoutPostgres],
  ])('reads neither its password nor anything else under DATA_DIR, and cannot connect: %s', async (_, env) => {
    const dataDir = join(newFolder(), 'data')
    const { DATABASE_URL: _url, SM2_PRIVATE_KEY: _key, PASSWORD_PEPPER: _pepper, ...settings } = testSettings('', dataDir)
    const service = await startProcess({ ...settings, TEST_CHAIN: '1', NODE_ENV: 'development', ...env() })
    cleanups.push(() => service.stop())
    const cluster = clusterOf(join(dataDir, 'postgres'))
    const { pid = 0, port } = findRunning(cluster) ?? {}
    // Without temporary folders of its own, which would hide what is in the system's.
    vi.stubEnv('PATH', withoutSpaces())
    const { run, uid, folder } = await rent(createProcessDriver(newFolder()))
    vi.unstubAllEnvs()
    expect([0, statSync(`/proc/${pid}`).uid, 65_534]).not.toContain(uid)

    expect(readFileSync(join(cluster, 'idleforge.password'), 'utf8')).not.toBe('')
    expect((await run(`find ${dataDir} -mindepth 1 2>/dev/null`)).out).toBe('')
    for (const name of ['postgres/data/idleforge.password', 'pepper', 'sm2.key', 'testchain/state.json'])
      expect((await run(`cat ${dataDir}/${name}`)).out).toContain('denied')
    expect((await run(`cat ${cluster}/idleforge.password`)).code).not.toBe(0)
    for (const one of [pid, service.child.pid ?? 0])
      for (const command of [`kill -0 ${one}`, `cat /proc/${one}/environ`, `ls /proc/${one}/cwd/`])
        expect((await run(command)).code, command).not.toBe(0)

    // The client of PostgreSQL, and what it imports.
    const modules = readdirSync('node_modules').filter((name) => /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/.test(name))
    copyInto(folder, process.execPath, ...modules.map((name) => join('node_modules', name)))
    const enter = `const { Client } = require('./pg')
      const tries = ['idleforge', 'postgres', 'renter'].map((user) => ({ user, password: user }))
      const connect = (as) => new Client({ host: '127.0.0.1', port: ${port}, database: 'idleforge', ...as }).connect()
      Promise.all(tries.map((as) => connect(as).then(() => 'IN', ({ message }) => message))).then((all) => {
        console.log(all.join())
        process.exit()
      })`
    const { out } = await run(`NODE_PATH=. ./node -e "${enter}"`)
    expect(out).toContain('password authentication failed')
    expect(out).not.toMatch(/\bIN\b/)
  }) // biome-ignore format: a title of one line
})

describe.runIf(isRoot).each([
  ['with process ids of its own', () => process.env.PATH ?? ''],
  ['where the system gives none', withoutSpaces],
] as const)('a rental %s', (_, path) => {
  let driver: Driver
  beforeEach(() => {
    vi.stubEnv('PATH', path())
    driver = createProcessDriver(newFolder())
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('has a user and a group of its own, and cannot become another user', async () => {
    const rentals = await Promise.all([1, 2, 3].map(() => rent(driver)))
    const uids = rentals.map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(3)
    expect(uids.every(isRenterId)).toBe(true)
    for (const { run, uid, folder } of rentals) {
      expect((await run('id -G')).out.trim()).toBe(String(uid))
      expect((await run('grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status')).out).toMatch(
        /CapEff:\s+0+\n(?:CapBnd:\s+0+\n)?NoNewPrivs:\s+1/,
      )
      expect(statSync(folder)).toMatchObject({ uid, gid: uid })
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    }
  })

  test('keeps its user over a restart of the host', async () => {
    const dataDir = newFolder()
    const order = newOrder()
    const before = await rent(createProcessDriver(dataDir), order)
    await before.run('echo kept > note')
    const after = await rent(createProcessDriver(dataDir), order)
    expect(after.uid).toBe(before.uid)
    expect((await after.run('cat note')).out).toBe('kept\n')
  })

  test.each([
    ['in a session of its own', 'setsid sleep 1000'],
    ['without a mark, in another folder', 'cd /; env -i setsid sleep 1000'],
    ['orphaned twice over', '(setsid env -i sh -c "cd /; (sleep 1000 &) ; exec sleep 1000" &)'],
    ['deaf to what asks it to end', `env -i setsid sh -c 'cd /; trap "" TERM HUP INT; while :; do sleep 1; done'`],
    ['made anew all the time', `env -i setsid sh -c 'cd /; while :; do (sleep 0.2 &); sleep 0.05; done'`],
  ])('leaves no process: %s', async (_title, command) => {
    const { run, uid, id, folder } = await rent(driver)
    // The shell stays, as that of a renter who is in: what it began lives at least as long.
    const session = run(`${command} > /dev/null 2>&1 & exec sleep 1000`)
    await expect.poll(() => processesOf(uid).length).toBeGreaterThan(1)
    await driver.wipe(id)
    expect(processesOf(uid)).toEqual([])
    expect(existsSync(folder)).toBe(false)
    await session
  })

  test('leaves no file where everybody may write', async () => {
    const { run, uid, id } = await rent(driver)
    const places = SHARED.map((place) => `${place}/left-${uid}`)
    await run(places.map((place) => `mkdir -p ${place}/deep; echo x > ${place}/deep/file`).join('; '))
    expect((await run(`cat ${places.map((place) => `${place}/deep/file`).join(' ')}`)).out).toBe('x\nx\nx\n')
    await driver.wipe(id)
    expect(places.filter((place) => existsSync(place))).toEqual([])
    const roots = readdirSync('/var/tmp').filter((name) => name.startsWith('idleforge-host-'))
    expect(roots.filter((root) => existsSync(`/var/tmp/${root}/.temp/${id}`))).toEqual([])
  })

  test('does not end processes of another rental', async () => {
    const [first, second] = await Promise.all([rent(driver), rent(driver)])
    const session = second.run('exec sleep 1000')
    await expect.poll(() => processesOf(second.uid).length).toBeGreaterThan(0)
    await driver.wipe(first.id)
    expect(processesOf(second.uid).length).toBeGreaterThan(0)
    await driver.wipe(second.id)
    await session
  })
})

describe.runIf(isRoot)('temporary folders of a rental', () => {
  /** A PATH with a find(1) that only records its calls. */
  function recordSearches(path = process.env.PATH ?? ''): { path: string; searches(): string } {
    const bin = newFolder()
    writeFileSync(join(bin, 'find'), `#!/bin/sh\necho "$@" >> ${bin}/searches\n`, { mode: 0o755 })
    const file = join(bin, 'searches')
    return { path: `${bin}:${path}`, searches: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') }
  }
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('are its own: neither the system nor another rental sees them, or the other way round', async () => {
    const driver = createProcessDriver(newFolder())
    const [first, second] = await Promise.all([rent(driver), rent(driver)])
    const marks = SHARED.map((place) => `${place}/of-${first.uid}`)
    const ours = join(newFolder(), 'ours')
    writeFileSync(ours, 'ours')
    await first.run(marks.map((mark) => `echo x > ${mark}`).join('; '))
    expect((await first.run(`ls ${marks.join(' ')}`)).code).toBe(0)
    expect(marks.filter((mark) => existsSync(mark))).toEqual([])
    for (const mark of marks) expect((await second.run(`cat ${mark}`)).out, mark).toContain('No such file')
    expect((await first.run(`cat ${ours}`)).out).toContain('No such file')
    expect((await first.run('ls -A /var/tmp')).out).toBe(`${basename(dirname(first.folder))}\nof-${first.uid}\n`)
    expect((await first.run(`ls -d ${second.folder}`)).out).toContain('No such file')
    expect((await first.run(`stat -c %a ${SHARED.join(' ')}`)).out).toBe('1777\n1777\n1777\n')
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    expect([mounts.includes(first.id), mounts.includes('/.temp/')]).toEqual([false, false])
  })

  test('stay with their files over a restart of the host, and keep its home at its place', async () => {
    const dataDir = newFolder()
    const order = newOrder()
    const before = await rent(createProcessDriver(dataDir), order)
    await before.run('echo kept | tee note /tmp/note /var/tmp/note')
    // A renter owns neither the folder of the home's mount nor what leads there.
    expect((await before.run(`mv ${dirname(before.folder)} /var/tmp/moved`)).out).toMatch(/denied|not permitted|busy/)
    const after = await rent(createProcessDriver(dataDir), order)
    expect(after.folder).toBe(before.folder)
    expect((await after.run('cat note /tmp/note /var/tmp/note')).out).toBe('kept\n'.repeat(3))
    expect(readFileSync(join(after.folder, 'note'), 'utf8')).toBe('kept\n')
  })

  test('are wiped without a search of the system’s, which only a system without namespaces needs', async () => {
    for (const [path, isSearched] of [[process.env.PATH, false], [withoutSpaces(), true]] as const) {
      const recorded = recordSearches(path)
      vi.stubEnv('PATH', recorded.path)
      const driver = createProcessDriver(newFolder())
      const { id, uid } = await rent(driver)
      await driver.wipe(id)
      expect(recorded.searches().includes(`-uid ${uid}`)).toBe(isSearched)
    } // biome-ignore format: a table of values reads better in rows
  })

  test('never give way to the system’s: a rental whose namespace ended runs nothing, until it is prepared again', async () => {
    const driver = createProcessDriver(newFolder())
    const order = newOrder()
    const { run, uid } = await rent(driver, order)
    expect(await driver.presence(order.id)).toBe('running')
    for (const pid of processesOf(uid)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => driver.presence(order.id)).toBe('stopped')
    await expect(run('true')).rejects.toThrow('nothing runs there')
    await driver.prepare(order)
    expect(await run('true')).toMatchObject({ code: 0 })
  }) // biome-ignore format: a title of one line

  test('are given up where the system has no namespaces any more, and searched for at the end', async () => {
    const dataDir = newFolder()
    const order = newOrder()
    await rent(createProcessDriver(dataDir), order)
    const recorded = recordSearches(withoutSpaces())
    vi.stubEnv('PATH', recorded.path)
    const { uid } = await rent(createProcessDriver(dataDir), order)
    vi.unstubAllEnvs()
    vi.stubEnv('PATH', `${recorded.path}:${process.env.PATH}`)
    await createProcessDriver(dataDir).wipe(order.id)
    expect(recorded.searches()).toContain(`-uid ${uid}`)
  })

  test('may have deeper folders than a path can name', async () => {
    const driver = createProcessDriver(newFolder())
    const { id, run, folder } = await rent(driver)
    const name = 'x'.repeat(200)
    const { code } = await run(`for one in $(seq 30); do mkdir ${name} && cd ${name} || exit 1; done`)
    expect(code).toBe(0)
    await driver.wipe(id)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('a host that runs as an ordinary user', () => {
  const USER = 58_998
  const program = fileURLToPath(new URL('../../service/programs/host/main.ts', import.meta.url))

  /** A service that orders one rental, and receives its states. */
  async function orderTo(order: object): Promise<{ url: string; states: Set<string> }> {
    const states = new Set<string>()
    const server: Server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      for (const { state } of (JSON.parse(body) as { rentals: { state: string }[] }).rentals) states.add(state)
      const data = { machineId: 'm-1', pollSeconds: 1, rentals: [order], gateways: [], wantsBenchmark: false }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 0, msg: '', data }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanups.push(() => server.close().closeAllConnections())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, states }
  }

  async function startAsUser(order: object) {
    const { url, states } = await orderTo(order)
    const dataDir = newFolder()
    if (isRoot) chownSync(dataDir, USER, USER)
    chmodSync(dataDir, 0o700)
    const [first = '', ...args] = [...(isRoot ? asUser(USER) : []), process.execPath, program]
    const host = spawn(first, [...args, '--service', url, '--data', dataDir, '--driver', 'process'], {
      // Tied, as the demo's: it is refused otherwise.
      env: {
        ...{ PATH: process.env.PATH, HOME: dataDir },
        ...{ IDLEFORGE_HOST_TOKEN: 't'.repeat(40), IDLEFORGE_HOST_TIED: '1' },
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(host, 'exit')
    cleanups.push(async () => {
      host.kill('SIGKILL')
      await ended
    })
    let output = ''
    host.stdout.on('data', (chunk) => (output += String(chunk)))
    return { states, output: () => output, places: () => readdirSync(join(dataDir, 'rentals')) }
  }

  const order = { id: 'r-1', image: 'plain', keys: ['ssh-ed25519 AAAA'], restarts: 0, createdAt: 1 }

  test.each([
    ['somebody else’s', { ...order, isOwners: false }],
    ['one of whom the service does not say whose it is', order],
  ])('refuses %s rental, and creates nothing for it', async (_, options) => {
    const host = await startAsUser(options)
    await expect.poll(() => [...host.states]).toContain('failed')
    expect(host.states).not.toContain('running')
    await expect.poll(host.output).toContain('without root a renter would have your own account')
    expect(host.places()).toEqual([])
  })

  test('runs its owner’s rental', async () => {
    const host = await startAsUser({ ...order, isOwners: true })
    await expect.poll(() => [...host.states]).toContain('running')
    expect(host.places()).toEqual(['r-1'])
  })
})
