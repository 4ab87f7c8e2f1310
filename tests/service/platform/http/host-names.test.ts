import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TERMINAL_PATH } from '#lib/contract/gpu-terminal.ts'
import { startProvider } from '#service/demo/provider.ts'
import { startSites } from '#service/demo/sites.ts'
import { openMailbox } from '#service/messaging/mail/mailbox.ts'
import { isLoopbackHost } from '#service/platform/http/host-names.ts'
import { openLocalServer } from '#service/platform/local-server.ts'
import { startService } from '#service/start.ts'
import { makeSite } from '#world/site.ts'
import { createWorld, type World } from '#world/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true })
})

interface Reply {
  status: number
  text: string
}

/** A request whose Host header and target are sent as they are. */
function ask(address: string, { host, path = '/', method = 'GET' }: { host: string; path?: string; method?: string }) {
  const { hostname, port } = new URL(address)
  return new Promise<Reply>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { host }, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const foreign = [
  ...['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost'],
  ...['192.0.2.7', '10.0.0.1:8080', '[2001:db8::1]', 'localhost@evil.example', ''],
]
const local = ['localhost', 'LOCALHOST:3', 'app.localhost', '127.0.0.1', '127.0.0.1:8080', '127.8.9.1', '[::1]:90']

test.each(foreign)('the name %j is not a loopback name', (host) => expect(isLoopbackHost(host)).toBe(false))
test.each(local)('the name %j is a loopback name', (host) => expect(isLoopbackHost(host)).toBe(true))

describe('helpers of this machine', () => {
  const servers: Record<string, string> = {}
  beforeAll(async () => {
    const world = await createWorld()
    closers.push(() => world.close())
    const provider = await startProvider('http://127.0.0.1:8080/google-auth')
    closers.push(provider.stop)
    const sites = await startSites('http://127.0.0.1:8080')
    closers.push(sites.stop)
    const mailbox = await openMailbox(world.running.ctx.db, 0)
    closers.push(() => mailbox.app.close())
    servers.mailbox = mailbox.address
    servers.Google = provider.settings.issuer
    servers.X = sites.x.settings.site
    servers.Discord = sites.discord.settings.site
  })

  describe.each(['mailbox', 'Google', 'X', 'Discord'])('%s', (name) => {
    const address = () => servers[name] ?? ''

    test('refuses every foreign Host, for any request', async () => {
      for (const host of foreign.filter((one) => one !== ''))
        for (const path of ['/', '/letters.json', '/.well-known/openid-configuration', '/2/users/me', '/nothing'])
          expect(await ask(address(), { host, path })).toEqual({
            status: 421,
            text: 'This address is for this machine alone: open it as localhost or 127.0.0.1.\n',
          })
    })

    test('answers loopback names', async () => {
      for (const host of local) expect((await ask(address(), { host })).status).not.toBe(421)
    })

    test('survives addresses that are not valid URLs', async () => {
      for (const path of ['//', '//:', '/%', 'http://[', '/\\', '//@', '*'])
        for (const method of ['GET', 'POST', 'OPTIONS'])
          expect((await ask(address(), { host: 'localhost', path, method })).status).toBeGreaterThan(0)
      expect((await ask(address(), { host: 'localhost' })).status).toBeGreaterThan(0)
    })
  })
})

test('a local server replies 500 to a request that fails, reports it, and continues', async () => {
  const errors: unknown[] = []
  const server = await openLocalServer((error) => errors.push(error))
  closers.push(server.stop)
  const mistake = new Error('a mistake')
  server.serve(async (_, response, { pathname }) => {
    if (pathname === '/later') response.writeHead(200).write('begun')
    if (pathname !== '/') throw mistake
    response.end('well')
  })
  const asLocal = (path: string) => ask(server.address, { host: 'localhost', path })
  expect(await asLocal('/now')).toEqual({ status: 500, text: 'This request failed.\n' })
  await expect(asLocal('/later')).rejects.toThrow()
  expect(await asLocal('/')).toEqual({ status: 200, text: 'well' })
  expect(errors).toEqual([mistake, mistake])
})

describe('the service in development', () => {
  let world: World
  beforeAll(async () => {
    const settings = { SITE_DIR: makeSite(folder), PUBLIC_ORIGIN: 'https://dev.idleforge.example' }
    world = await createWorld({ settings })
    closers.push(() => world.close())
  })

  test('refuses foreign names at every address, with a sentence that says what to set', async () => {
    for (const host of ['evil.example', '192.0.2.7.evil.example', 'dev.idleforge.example.evil.example'])
      for (const path of ['/', '/api/status', '/api/public-key', '/healthz', '/nowhere', '/operate', '/%ff', '/user/x'])
        expect(await ask(world.address, { host, path })).toEqual({
          status: 421,
          text: 'The service does not know itself by this name. Set PUBLIC_ORIGIN to the address that you open.\n',
        })
  })

  test('opens no WebSocket for a foreign name, or for a page of another site', async () => {
    const open = (headers: Record<string, string>) =>
      new Promise<number | string>((resolve) => {
        const { hostname, port } = new URL(world.address)
        const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
        const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') }
        const path = `/api${TERMINAL_PATH}`
        const sent = request({ hostname, port, path, headers: { ...upgrade, ...key, ...headers }, agent: false })
        sent.on('upgrade', ({ statusCode }, socket) => {
          socket.destroy()
          resolve(statusCode ?? 0)
        })
        sent.on('error', () => resolve('closed'))
        sent.end()
      })
    expect([
      await open({ host: 'evil.example' }),
      await open({ host: 'evil.example', origin: 'http://evil.example' }),
      await open({ host: 'localhost', origin: 'http://evil.example' }),
      await open({ host: 'localhost', origin: 'http://localhost' }),
      await open({ host: 'dev.idleforge.example', origin: 'https://dev.idleforge.example' }),
    ]).toEqual(['closed', 'closed', 'closed', 101, 101])
  })

  test('accepts loopback names, IP addresses and the name of its origin, on any port', async () => {
    for (const host of [
      ...local,
      '192.0.2.7:8080',
      '[2001:db8::1]',
      'dev.idleforge.example',
      'DEV.idleforge.example:444',
    ])
      expect((await ask(world.address, { host })).status).toBe(200)
  })
})

test('in production the reverse proxy decides about names', async () => {
  const world = await createWorld()
  closers.push(() => world.close())
  const { config, clock, mail, log } = world.running.ctx
  const node = await startService({ ...config, production: true, port: 0 }, { clock, mail, log })
  closers.push(() => node.close())
  expect((await ask(node.address, { host: 'balancer-check', path: '/healthz' })).status).toBe(200)
})
