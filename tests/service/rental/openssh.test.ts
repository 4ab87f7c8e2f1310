import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addGpuKey, gpuList, type Rental, rentalDetail } from '#lib/contract/gpu.ts'
import { fund, listMachine, rentAs } from '#world/gpu.ts'
import { copyInto, type Host, newKeyPair, startHost } from '#world/host.ts'
import { createOpenSsh, type OpenSsh } from '#world/openssh.ts'
import { freePort } from '#world/ports.ts'
import { until } from '#world/until.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** A rental as its renter uses it, with OpenSSH's own programs through the gateway (scripts/lib/openssh.mjs installs them). */

let world: World
let user: User
let host: Host
let rental: Rental
let client: OpenSsh
const key = newKeyPair()

describe('with OpenSSH’s client', () => {
  beforeAll(async () => {
    const port = await freePort([0, 1, 2])
    world = await createWorld({ settings: { GATEWAY_PORTS: `${port}-${port + 2}`, GATEWAY_LINE_PORT: '0' } })
    user = await world.user()
    await fund(world, user, '20')
    const { id } = await user.call(addGpuKey, { name: 'Laptop', key: key.public })
    const machine = await listMachine(world, `--owner ${user.info.username}`)
    // Measuring takes all processors for seconds.
    await world.query('update gpus set benchmark_at = $2 where id = $1', [machine.id, new Date(world.clock.now())])
    host = startHost(world.address, machine.token)
    await until(async () => (await user.call(gpuList, { page: 1 })).records[0]?.state === 'free' || undefined)
    rental = (await rentAs(user, machine, { keyIds: [id] })).rental
    client = createOpenSsh(await until(async () => (await now()).access ?? undefined), key)
    await until(async () => (await ssh('true')).code === 0 || undefined)
  })
  afterAll(async () => {
    client.close()
    await host.close()
    await world.close()
  })

  const now = async (): Promise<Rental> => (await user.call(rentalDetail, { rentalId: rental.id })).rental
  const ssh = (command: string, ...options: string[]) =>
    client.run('ssh', [...client.options, ...options, 'rental', command])
  const place = (name: string) => path.join(client.folder, name)
  /** Whether a process with this argument runs in the rental; the brackets keep the search itself out. */
  const runs = async (argument: string) =>
    (await ssh(`cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'sleep [${argument[0]}]${argument.slice(1)}'`)).out.trim() !== '0' // biome-ignore format: one expression

  test('a command runs in the home directory by a shell, with its input, output, errors and status', async () => {
    const { out } = await ssh('pwd; echo $HOME; echo $SHELL')
    const [here, home, shell] = out.split('\n')
    expect(here).toBe(home)
    expect(here).toContain(rental.id)
    expect(shell).toMatch(/^\/bin\/(?:bash|sh)$/)
    const piped = await client.run('ssh', [...client.options, 'rental', 'cat; echo no >&2; exit 9'], 'through')
    expect(piped).toEqual({ code: 9, out: 'through', err: 'no\n' })
    // OpenSSH's client has this status for a program that a signal has ended.
    expect((await ssh('kill -TERM $$')).code).toBe(255)
  })

  test('a terminal has the type and the size of the renter’s window, and follows it', async () => {
    const terminal = client.openTerminal('-t', 'rental')
    terminal.write('echo is:$TERM; stty size; shopt -q login_shell && echo as-login\n')
    await expect.poll(terminal.shown).toMatch(/is:xterm-256color\s+30 91\s/)
    expect(terminal.shown()).toContain('as-login')
    await terminal.resize(44, 123)
    await expect
      .poll(() => {
        terminal.write('stty size\n')
        return terminal.shown()
      })
      .toContain('44 123')
    terminal.write('exit 3\n')
    expect(await once(terminal.child, 'close')).toEqual([3, null])
  })

  test('a connection that is lost ends what runs in the foreground, and not a job under nohup', async () => {
    const terminal = client.openTerminal('-t', 'rental')
    terminal.write('nohup sleep 7101 > /dev/null 2>&1 &\n')
    terminal.write('sleep 7102 &\nsleep 7103\n')
    const command = client.start('rental', 'exec sleep 7104')
    for (const one of ['7101', '7102', '7103', '7104']) await expect.poll(() => runs(one)).toBe(true)
    process.kill(-(terminal.child.pid ?? 0), 'SIGKILL')
    command.kill('SIGKILL')
    for (const one of ['7102', '7103', '7104']) await expect.poll(() => runs(one)).toBe(false)
    expect(await runs('7101')).toBe(true)
    await ssh('pkill -f 7101 || kill $(pgrep sleep)')
  })

  test('files come and go by sftp, scp and rsync, with names, rights and links', async () => {
    mkdirSync(place('tree/deep'), { recursive: true })
    writeFileSync(place('tree/a b'), 'spaces')
    writeFileSync(place('tree/deep/文件'), randomBytes(3_000_000), { mode: 0o640 })
    expect(await client.run('scp', [...client.options, '-qrp', 'tree', 'rental:'])).toMatchObject({ code: 0 })
    expect((await ssh('stat -c "%a %s" tree/deep/文件')).out).toBe('640 3000000\n')
    expect((await client.run('scp', [...client.options, '-qrp', 'rental:tree', 'back'])).code).toBe(0)
    expect(readFileSync(place('back/deep/文件'))).toEqual(readFileSync(place('tree/deep/文件')))

    symlinkSync('a b', place('tree/link'))
    const rsync = (...args: string[]) => client.run('rsync', ['-ae', `ssh ${client.options.join(' ')}`, ...args])
    expect(await rsync('tree/', 'rental:synced/')).toEqual({ code: 0, out: '', err: '' })
    expect((await rsync('-i', 'tree/', 'rental:synced/')).out).toBe('')
    expect((await ssh('readlink synced/link')).out).toBe('a b\n')

    writeFileSync(
      place('batch'),
      ['cd tree', 'rename "a b" c', 'mkdir d', 'put deep/文件 d/x', 'chmod 600 d/x', 'ls -l d', 'get d/x got', 'rm d/x', 'rmdir d', '-get none']
        .join('\n').replace('put deep', 'put tree/deep'),
    ) // biome-ignore format: a batch in one line
    const sftp = await client.run('sftp', [...client.options, '-b', 'batch', 'rental'])
    expect(sftp.code, sftp.err).toBe(0)
    expect(sftp.out).toMatch(/-rw------- .* 3000000 .* (?:d\/)?x\n/)
    expect(sftp.err).toContain('not found')
    expect(readFileSync(place('got'))).toEqual(readFileSync(place('tree/deep/文件')))
    expect((await ssh('ls tree')).out).toBe('c\ndeep\n')
  })

  test('ssh -L, -W and -D reach what listens in the rental, and nothing else of the machine', async () => {
    const port = await freePort()
    copyInto((await ssh('pwd')).out.trim(), process.execPath)
    const serve = `exec ./node -e 'require("http").createServer((_, r) => r.end("x".repeat(500000))).listen(${port}, "127.0.0.1")'`
    const server = client.start('rental', serve)
    const request = 'GET / HTTP/1.0\r\n\r\n'
    const by = (to: string) => client.run('ssh', [...client.options, '-W', to, 'rental'], request)
    await expect.poll(async () => (await by(`localhost:${port}`)).out.length).toBeGreaterThan(500_000)

    const [local, socks] = [await freePort(), await freePort()]
    client.start('-N', '-L', `${local}:localhost:${port}`, '-D', String(socks), 'rental')
    const fetched = () => fetch(`http://127.0.0.1:${local}/`).then((reply) => reply.text()).catch(() => '') // biome-ignore format: one expression
    await expect.poll(async () => (await fetched()).length).toBe(500_000)
    const all = await Promise.all(Array.from({ length: 20 }, fetched))
    expect(new Set(all.map((text) => text.length))).toEqual(new Set([500_000]))
    const curl = (url: string) => client.run('curl', ['-s', '--socks5-hostname', `127.0.0.1:${socks}`, url])
    expect((await curl(`http://localhost:${port}/`)).out.length).toBe(500_000)

    // A service of the machine, which is not the rental's.
    const secret = createServer((_, response) => response.end('secret')).listen(0, '127.0.0.1')
    await once(secret, 'listening')
    const { port: others } = secret.address() as AddressInfo
    for (const to of [`localhost:${others}`, `127.0.0.1:${others}`, '169.254.169.254:80', 'example.com:80']) {
      const refused = await by(to)
      expect(refused.out, to).toBe('')
      expect(refused.code, to).not.toBe(0)
    }
    secret.close()
    server.kill()
  })

  test('agent forwarding, X11 and remote forwarding are refused, the first two with a sentence', async () => {
    const agent = await client.run('sh', ['-c', `eval $(ssh-agent) > /dev/null; ssh ${client.options.join(' ')} -A rental 'echo "agent:$SSH_AUTH_SOCK"'; kill $SSH_AGENT_PID`]) // biome-ignore format: one command
    expect(agent.out).toBe('agent:\n')
    expect(agent.err).toContain('Agent forwarding is refused')
    const x11 = await client.run('sh', ['-c', `DISPLAY=:9 ssh ${client.options.join(' ')} -Y rental 'echo "display:$DISPLAY"'`]) // biome-ignore format: one command
    expect(x11.out).toBe('display:\n')
    expect(x11.err).toContain('X11 forwarding is refused')
    const remote = await ssh('true', '-o', 'ExitOnForwardFailure=yes', '-R', '0:localhost:22')
    expect(remote.code).not.toBe(0)
  })
})
