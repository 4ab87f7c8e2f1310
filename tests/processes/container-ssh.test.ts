import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { execInContainer } from '#service/programs/host/container-exec.ts'
import { createTunnels } from '#service/programs/host/container-tunnels.ts'
import type { Driver } from '#service/programs/host/driver.ts'
import { createSshServer } from '#service/programs/host/ssh.ts'
import { newKeyPair } from '#world/host.ts'
import { createOpenSsh, hasOpenSsh, type OpenSsh } from '#world/openssh.ts'

/** OpenSSH's programs in containers of a real Podman: one with Bash and Perl, as Debian's, and one with BusyBox alone. */

const canRun =
  hasOpenSsh &&
  process.getuid?.() === 0 &&
  ['/usr/bin/podman', '/usr/sbin/runc', '/bin/busybox'].every((file) => existsSync(file))

const CONF = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
events_logger = "none"
lock_type = "file"
`

let folder: string
const podman = (...args: string[]) =>
  execFileSync('podman', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Imports an image of BusyBox and of programs of this system with their libraries. */
function importImage(name: string, programs: readonly string[]): void {
  const root = path.join(folder, name)
  for (const one of ['bin', 'etc', 'root', 'tmp']) mkdirSync(path.join(root, one), { recursive: true })
  cpSync('/bin/busybox', path.join(root, 'bin/busybox'))
  for (const one of execFileSync('busybox', ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (one !== 'busybox') symlinkSync('busybox', path.join(root, 'bin', one))
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  for (const program of programs) {
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? []
    execFileSync('cp', ['-L', '--parents', program, ...libraries, root])
  }
  if (programs.includes('/usr/bin/perl'))
    execFileSync('sh', ['-c', 'cd / && tar c usr/lib/*/perl-base | tar xC "$0"', root])
  execFileSync('tar', ['-C', root, '-cf', path.join(folder, `${name}.tar`), '.'])
  podman('import', path.join(folder, `${name}.tar`), `localhost/${name}:1`)
}

describe.runIf(canRun)('in a container', () => {
  const key = newKeyPair()
  const tunnels = createTunnels()
  const clients: OpenSsh[] = []
  const close: (() => unknown)[] = []
  let debian: OpenSsh
  let busybox: OpenSsh

  async function enter(image: string): Promise<OpenSsh> {
    podman('run', '--detach', '--init', '--name', image, '--hostname', 'rental', '--network', 'none', '--env', 'PATH=/opt/tools:/bin:/usr/bin', `localhost/${image}:1`, 'sleep', 'infinity') // biome-ignore format: one command
    const container = { engine: 'podman', name: image } as const
    const driver = {
      name: 'container',
      run: (_, request) => execInContainer(container, request),
      connect: (_, port) => tunnels.connect(container, port),
    } as Partial<Driver> as Driver
    const order = { id: image, image: 'plain', keys: [key.public] }
    const { server } = createSshServer(newKeyPair().private, { driver, current: () => order })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    close.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const client = createOpenSsh({ host: '127.0.0.1', port, user: 'renter', hostKey: '' }, key)
    clients.push(client)
    return client
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'container-ssh-'))
    writeFileSync(path.join(folder, 'containers.conf'), CONF)
    const storage = `[storage]\ndriver = "vfs"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/store"\n`
    writeFileSync(path.join(folder, 'storage.conf'), storage)
    vi.stubEnv('CONTAINERS_CONF', path.join(folder, 'containers.conf'))
    vi.stubEnv('CONTAINERS_STORAGE_CONF', path.join(folder, 'storage.conf'))
    importImage('debian-like', ['/bin/bash', '/usr/bin/perl', '/usr/bin/rsync'])
    importImage('busybox-only', [])
    debian = await enter('debian-like')
    busybox = await enter('busybox-only')
  })
  afterEach(() => void vi.stubEnv('PATH', process.env.PATH))
  afterAll(async () => {
    for (const name of ['debian-like', 'busybox-only']) await tunnels.close(name)
    for (const one of close) one()
    for (const client of clients) client.close()
    podman('rm', '--all', '--force', '--time', '0')
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  const ssh = (client: OpenSsh, command: string, input = '') =>
    client.run('ssh', [...client.options, 'rental', command], input)
  const runs = async (client: OpenSsh, argument: string) => (await ssh(client, 'ps')).out.includes(`sleep ${argument}`)

  test.each([
    ['Bash', () => debian, '/bin/bash'],
    ['BusyBox', () => busybox, '/bin/sh'],
  ])('a command runs in the home directory by the image’s shell: %s', async (_, of, shell) => {
    expect(await ssh(of(), 'pwd; echo $SHELL; id -un; echo no >&2; exit 9')).toEqual({
      ...{ code: 9, out: `/root\n${shell}\nroot\n`, err: 'no\n' },
    })
    const bytes = randomBytes(200_000).toString('base64')
    expect((await ssh(of(), 'cat', bytes)).out).toBe(bytes)
  })

  test.each([
    ['Bash', () => debian],
    ['BusyBox', () => busybox],
  ])('a terminal follows the window, and its end reaches the programs inside: %s', async (_, of) => {
    const terminal = of().openTerminal('-t', 'rental')
    terminal.write('echo is:$TERM in:$PATH; stty size\n')
    await expect.poll(terminal.shown).toMatch(/is:xterm-256color in:\S+\s+30 91\s/)
    // A login shell has another PATH; the folders of the image stay in it.
    expect(terminal.shown()).toMatch(/in:\S*\/opt\/tools\S*\s/)
    await terminal.resize(44, 123)
    await expect
      .poll(() => {
        terminal.write('stty size\n')
        return terminal.shown()
      })
      .toContain('44 123')
    terminal.write('(trap "" HUP; exec sleep 7201) > /dev/null 2>&1 &\nsleep 7203\n')
    const command = of().start('rental', 'exec sleep 7204')
    for (const one of ['7201', '7203', '7204']) await expect.poll(() => runs(of(), one)).toBe(true)
    process.kill(-(terminal.child.pid ?? 0), 'SIGKILL')
    command.kill('SIGKILL')
    for (const one of ['7203', '7204']) await expect.poll(() => runs(of(), one)).toBe(false)
    expect(await runs(of(), '7201')).toBe(true)
  })

  test('files come by scp and rsync where the image has Perl and rsync', async () => {
    writeFileSync(path.join(debian.folder, 'a b'), randomBytes(2_000_000), { mode: 0o640 })
    expect(await debian.run('scp', [...debian.options, '-qp', 'a b', 'rental:'])).toMatchObject({ code: 0 })
    expect((await ssh(debian, 'stat -c "%a %s" "/root/a b"')).out).toBe('640 2000000\n')
    const rsync = ['-ae', `ssh ${debian.options.join(' ')}`, 'rental:', 'back']
    expect(await debian.run('rsync', rsync)).toMatchObject({ code: 0, err: '' })
    expect(execFileSync('cmp', ['a b', 'back/a b'], { cwd: debian.folder }).toString()).toBe('')
  })

  test('where it has neither a server of files nor Perl, a sentence says what to install', async () => {
    const refused = await busybox.run('sftp', [...busybox.options, 'rental'])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('openssh-sftp-server or perl')
  })

  describe.each([
    ['by its network', 'nsenter'],
    ['by programs of the image, where the host may not enter its network', undefined],
  ])('ports are reached %s', (_, entering) => {
    test.each([
      ['Bash and Perl', () => debian],
      ['BusyBox', () => busybox],
    ])('%s', async (_name, of) => {
      // A path with the engine and without nsenter(1).
      const bin = mkdtempSync(path.join(folder, 'bin-'))
      for (const name of ['podman', 'runc', 'ssh', 'sh', 'env', 'script', 'nsenter', 'conmon', 'catatonit'])
        if (name !== 'nsenter' || entering) {
          const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
          if (found !== '') symlinkSync(found, path.join(bin, name))
        }
      for (const name of ['debian-like', 'busybox-only']) await tunnels.close(name)
      vi.stubEnv('PATH', bin)
      const host = createServer((_request, response) => response.end('of the host')).listen(0, '127.0.0.1')
      await once(host, 'listening')
      const { port } = host.address() as AddressInfo
      await ssh(of(), 'mkdir -p /srv; echo of the rental > /srv/page; httpd -p 127.0.0.1:8080 -h /srv')
      const get = (to: string) => of().run('ssh', [...of().options, '-W', to, 'rental'], 'GET /page HTTP/1.0\r\n\r\n')
      expect((await get('localhost:8080')).out).toContain('of the rental')
      // Only the loopback address of the container: not the host's, and not other addresses.
      for (const to of [`127.0.0.1:${port}`, 'localhost:8081', '169.254.169.254:80']) {
        const refused = await get(to)
        expect([to, refused.out]).toEqual([to, ''])
        expect(refused.code).not.toBe(0)
      }
      host.close()
    })
  })
})
