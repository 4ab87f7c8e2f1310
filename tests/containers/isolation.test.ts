import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBindings } from '#service/programs/host/bindings.ts'
import { createContainerDriver } from '#service/programs/host/container-driver.ts'
import type { Driver, Order } from '#service/programs/host/driver.ts'
import { createEngine } from '#service/programs/host/engine.ts'
import { setFirewall } from '#service/programs/host/firewall.ts'
import { createPodman, type Podman } from '#world/podman.ts'

/** Rentals of a real Podman beside a pretended owner's network and a pretended internet, which are network namespaces. */

let podman: Podman
let driver: Driver
let server: Server
let port = 0
const cleanups: (() => unknown)[] = []

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })
const SPACES = { lan: `lan${process.pid}`, net: `net${process.pid}` }

/** A namespace behind a link, with an answer on port 8000 of each of its addresses. */
function createSpace(name: string, { own, addresses }: { own: string; addresses: readonly string[] }): void {
  const link = `v${name}`
  ip('netns', 'add', name)
  cleanups.push(() => ip('netns', 'del', name))
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('addr', 'add', own, 'dev', link)
  ip('link', 'set', link, 'up')
  for (const address of addresses) ip('-n', name, 'addr', 'add', address, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  ip('-n', name, 'route', 'add', 'default', 'via', own.split('/')[0] ?? '')
  const answers = spawn('ip', ['netns', 'exec', name, 'busybox', 'httpd', '-f', '-p', '8000', '-h', podman.folder])
  cleanups.push(() => answers.kill('SIGKILL'))
}

beforeAll(async () => {
  podman = createPodman()
  for (const [name, value] of Object.entries(podman.env)) vi.stubEnv(name, value)
  mkdirSync(path.join(podman.folder, 'host'))
  const bindings = openBindings(path.join(podman.folder, 'host'))
  bindings.setMachineId('m-isolated')
  driver = createContainerDriver(createEngine(['podman']), () => ({ cores: 1, memoryMib: 128, gpus: false }), {
    bindings,
  })
  createSpace(SPACES.lan, { own: '192.168.177.1/24', addresses: ['192.168.177.2/24', '169.254.169.254/32'] })
  createSpace(SPACES.net, { own: '203.0.113.1/24', addresses: ['203.0.113.2/24'] })
  ip('route', 'add', '169.254.169.254/32', 'dev', `v${SPACES.lan}`)
  server = createServer((_, reply) => reply.end()).listen(0, '0.0.0.0')
  await once(server, 'listening')
  port = (server.address() as { port: number }).port
  for (const id of ['one', 'other']) await driver.prepare({ id, image: 'plain', keys: [] })
  await driver.prepare({ id: 'alone', image: 'plain', keys: [], reach: 'none' })
})
afterAll(async () => {
  server.close()
  for (const id of ['one', 'other', 'alone']) await driver.wipe(id)
  for (const clean of cleanups.reverse()) clean()
  podman.close()
})

async function runIn(id: string, command: string): Promise<string> {
  const order: Order = { id, image: 'plain', keys: [] }
  const running = driver.run(order, { command, terminal: undefined })
  if (!running) throw new Error('nothing runs there')
  let out = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
  await running.ended
  return out.trim()
}

/** Whether a rental gets a reply of HTTP from an address. BusyBox's own wget needs libraries of the system. */
const reaches = async (id: string, address: string) =>
  (
    await runIn(id, `(printf 'GET /x HTTP/1.0\\r\\n\\r\\n'; sleep 1) | nc -w 2 ${address.replace(':', ' ')}`)
  ).startsWith('HTTP/1.')
const addressOf = async (id: string) => /inet (10\.213\.[\d.]+)/.exec(await runIn(id, 'ip -4 addr show dev eth0'))?.[1]

describe('a rental', () => {
  test('reaches the internet', async () => {
    await expect.poll(() => reaches('one', '203.0.113.2:8000')).toBe(true)
  })

  test.each([
    ['a machine of the owner’s network', () => '192.168.177.2:8000'],
    ['an address of metadata', () => '169.254.169.254:8000'],
    ['the system, on its local address', () => `192.168.177.1:${port}`],
    ['the system, on its public address', () => `203.0.113.1:${port}`],
  ])('does not reach %s, which the system does', async (_, of) => {
    // Without the rules there would be an answer.
    const answer = await fetch(`http://${of()}/x`)
    expect([200, 404]).toContain(answer.status)
    expect(await reaches('one', of())).toBe(false)
  })

  test('reaches neither its gateway nor another rental', async () => {
    const gateway = /via ([\d.]+)/.exec(await runIn('one', 'ip route show default'))?.[1]
    expect(await reaches('one', `${gateway}:${port}`)).toBe(false)
    void runIn('other', 'httpd -f -p 8000 & sleep 60')
    const other = `${await addressOf('other')}:8000`
    await expect
      .poll(() =>
        fetch(`http://${other}/x`).then(
          (answer) => answer.status,
          () => 0,
        ),
      )
      .toBe(404)
    expect(await reaches('one', other)).toBe(false)
  })

  test('has no IPv6, by which the rules could be avoided, and cannot get it', async () => {
    expect(await runIn('one', 'ip -6 addr show')).toBe('')
    expect(await runIn('one', 'echo 0 > /proc/sys/net/ipv6/conf/all/disable_ipv6; ip -6 addr show')).toMatch(
      /Read-only file system$/,
    )
  })

  test('is kept apart again after another program has removed the rules', async () => {
    execFileSync('iptables', ['-w', '-t', 'mangle', '-F', 'IDLEFORGE-RENTALS'])
    expect(await reaches('one', '192.168.177.2:8000')).toBe(true)
    await setFirewall()
    expect(await reaches('one', '192.168.177.2:8000')).toBe(false)
  })

  test('is kept apart by nftables where iptables is not installed', async () => {
    execFileSync('iptables', ['-w', '-t', 'mangle', '-F', 'IDLEFORGE-RENTALS'])
    const bin = path.join(podman.folder, 'bin')
    mkdirSync(bin)
    symlinkSync('/usr/sbin/nft', path.join(bin, 'nft'))
    const { PATH } = process.env
    vi.stubEnv('PATH', bin)
    // Twice, as each check of the host does.
    await setFirewall()
    await setFirewall()
    vi.stubEnv('PATH', PATH)
    try {
      for (const address of ['192.168.177.2:8000', `192.168.177.1:${port}`, `203.0.113.1:${port}`])
        expect(await reaches('one', address), address).toBe(false)
      expect(await reaches('one', '203.0.113.2:8000')).toBe(true)
    } finally {
      execFileSync('nft', ['delete', 'table', 'ip', 'idleforge_rentals'])
      await setFirewall()
    }
  })

  test('is root inside, and a user without rights outside', async () => {
    expect(await runIn('one', 'id -u; chown 33:33 /root && stat -c %u /root; chown 0:0 /root')).toBe('0\n33')
    const pid = podman.run('inspect', '--format', '{{.State.Pid}}', 'idleforge-one')
    const uid = /^Uid:\s+(\d+)/m.exec(execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }))?.[1]
    expect(Number(uid)).toBeGreaterThanOrEqual(0x70_00_00_00)
    expect(await runIn('one', 'grep Seccomp: /proc/self/status')).toMatch(/2$/)
  })

  test('becomes another user, as su and sudo do, and has shared memory of half its memory', async () => {
    await runIn('one', 'echo "bob:x:1000:1000::/tmp:/bin/sh" >> /etc/passwd')
    expect(await runIn('one', 'su bob -c "id -u"')).toBe('1000')
    expect(await runIn('one', 'df -m /dev/shm | tail -1')).toMatch(/\s64\s/)
  })
})

test('a machine without reach has no way out at all', async () => {
  for (const address of ['203.0.113.2:8000', '192.168.177.2:8000', `192.168.177.1:${port}`])
    expect(await reaches('alone', address), address).toBe(false)
})
