import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { makeSite, sitePolicy, siteScript } from '#world/site.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
const warnings: Error[] = []
process.on('warning', (warning) => warnings.push(warning))
const folder = mkdtempSync(join(tmpdir(), 'site-'))
beforeAll(async () => {
  world = await createWorld({ settings: { SITE_DIR: makeSite(folder) } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A request as it is written: nothing decoded, no address made neat. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(world.address)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('keeps connections alive longer than a balancer does', async () => {
  const { headers } = await get('/healthz', { connection: 'keep-alive' })
  expect(Number(String(headers['keep-alive']).replace('timeout=', ''))).toBeGreaterThan(60)
})

describe('G1 every reply has the security headers', () => {
  const kinds: [string, number, () => Promise<{ status: number; headers: Got['headers'] | Headers }>][] = [
    ['a page', 200, () => get('/')],
    ['a page that is not there', 404, () => get('/nowhere')],
    ['a page by HEAD', 200, () => get('/', {}, 'HEAD')],
    ['a page by POST', 405, () => get('/', {}, 'POST')],
    ['a hashed file', 200, () => get('/_astro/app.Ab12.js')],
    ['the shell of the app', 200, () => get('/user/overview-main/overview')],
    ['a redirect to a folder', 301, () => get('/login')],
    ['a former address of a text', 301, () => get('/docs/old/')],
    ['an address that cannot be read', 404, () => get('/%ff')],
    ['an address with NUL', 404, () => get('/api/status?lang=%00')],
    ["an operator's address with NUL", 404, () => get('/operate/users?query=ada%00')],
    ['an address that leaves the folder', 404, () => get('/..%2f..%2fpackage.json')],
    ['the public key', 200, () => get('/api/public-key')],
    ['a call that is not there', 404, () => get('/api/nowhere')],
    ['a call by GET', 405, () => get('/api/user/info')],
    ['a call by OPTIONS', 405, () => get('/api/user/info', {}, 'OPTIONS')],
    ['a call of a miner by GET', 405, () => get('/agent/work')],
    ['a refused envelope', 400, () => world.post('/api/user/info', { q: '04' })],
    ['a large body', 413, () => world.post('/api/user/info', 'x'.repeat(70_000))],
    ['a foreign origin', 403, () => world.post('/api/user/info', {}, { origin: 'https://evil.example' })],
    ['a miner without a token', 200, () => world.post('/agent/work', {})],
    ['the health of the process', 200, () => get('/healthz')],
  ]

  test.each(kinds)('%s (%i)', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    const headers = new Headers(answer.headers as Record<string, string>)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('x-frame-options')).toBeTruthy()
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'strict-transport-security'])
      expect([name, headers.get(name)]).toEqual([name, null])
  })

  test('and HSTS where the address is https', async () => {
    const secure = await createWorld({ settings: { PUBLIC_ORIGIN: 'https://idleforge.example' } })
    const answer = await secure.post('/api/user/info', { q: '04' })
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    await secure.close()
  })
})

describe('the site', () => {
  test('is revalidated each time, its hashed files and fonts once a year', async () => {
    const cached = async (path: string) => (await get(path)).headers['cache-control']
    for (const path of ['/', '/login/', '/robots.txt', '/user/account', '/nowhere'])
      expect([path, await cached(path)]).toEqual([path, 'no-cache'])
    for (const path of ['/_astro/app.Ab12.js', '/_astro/look.Cd34.css', '/fonts/sans.woff2'])
      expect([path, await cached(path)]).toEqual([path, 'public, max-age=31536000, immutable'])
  })

  test.each([
    ['/docs/old/', '/docs/new/'],
    ['/docs/old', '/docs/new/'],
    ['/zh/docs/old/', '/zh/docs/new/'],
    ['/docs/old/?from=mail', '/docs/new/?from=mail'],
    ['/faq/old/', '/faq/new/#one'],
    ['/faq/old?from=mail', '/faq/new/?from=mail#one'],
  ])('redirects %s for good to %s, and is asked again', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(from, {}, method)
      expect([status, headers.location, headers['cache-control']]).toEqual([301, to, 'no-cache'])
    }
  })

  test('announces the requests of a page in its Link header', async () => {
    const link = async (path: string) => (await get(path)).headers.link
    const [core, key] = [
      '</_astro/app.Ab12.js>; rel=modulepreload',
      '</api/public-key>; rel=preload; as=fetch; crossorigin',
    ]
    expect(await link('/login/')).toBe(core)
    expect(await link('/user/wallets')).toBe(`${core}, ${key}`)
    expect(await link('/user/account/?from=mail')).toBe(`${core}, ${key}, </_astro/account.Ef56.js>; rel=modulepreload`)
    expect(await link('/user/orders/7')).toContain('account.Ef56.js')
    expect(await link('/user/orders/7/8')).toBe(`${core}, ${key}`)
    expect(await link('/')).toBeUndefined()
    expect(await link('/_astro/app.Ab12.js')).toBeUndefined()
  })

  test('sends the whole policy of a page as a header, that of the app on each of its addresses', async () => {
    for (const path of ['/login/', '/user/wallets', '/user/account', '/nowhere']) {
      const { headers } = await get(path)
      expect([path, headers['content-security-policy']]).toEqual([path, `${sitePolicy}; frame-ancestors 'none'`])
    }
  })

  test("lets only the sign-in pages load Google's script, in token mode", async () => {
    const client = { GOOGLE_CLIENT_ID: 'client.of-a-test', GOOGLE_CLIENT_SECRET: 'secret-of-a-test' }
    const settings = { SITE_DIR: makeSite(folder), ...client, GOOGLE_MODE: 'token' }
    const token = await createWorld({ settings })
    const at = async (path: string) => {
      const answer = await fetch(token.address + path)
      return { policy: answer.headers.get('content-security-policy'), html: await answer.text() }
    }
    const [own, meta] = [await at('/login/'), /content="([^"]+)"/]
    const gsi = 'https://accounts.google.com/gsi'
    expect(own.policy).toContain(`script-src 'self' 'sha256-abc=' ${gsi}/client;`)
    for (const one of [`style-src ${gsi}/style;`, `connect-src ${gsi}/;`, `frame-src ${gsi}/;`])
      expect(own.policy).toContain(one)
    expect(`${meta.exec(own.html)?.[1]} frame-ancestors 'none'`).toBe(own.policy)
    expect(own.html).toContain(
      `<html data-google-client="client.of-a-test" data-google-script="${gsi}/client" lang="en">`,
    )
    for (const path of ['/', '/user/wallets', '/nowhere']) {
      const { policy, html } = await at(path)
      expect([path, `${policy} ${html}`.includes('google')]).toEqual([path, false])
    }
    await token.close()
    expect((await get('/login/')).body.toString()).not.toContain('google')
  })

  test.each([
    ['/', { range: 'bytes=9999999-' }, 416],
    ['/idle/', { range: 'bytes=9999999-' }, 404],
    ['/_astro/app.Ab12.js', { range: 'bytes=0-3' }, 206],
    ['/_astro/app.Ab12.js', { range: 'bytes=5-2' }, 416],
    ['/user/account', { range: 'bytes=abc' }, 416],
    ['/', { 'if-match': '"other"' }, 412],
    ['/', { 'if-unmodified-since': 'Tue, 01 Jan 2019 00:00:00 GMT' }, 412],
  ])('answers %s with %o by %i', async (path, headers, status) => {
    const answer = await get(path, headers)
    expect(answer.status).toBe(status)
    if (status === 416) expect(answer.headers['content-range']).toMatch(/^bytes \*\/\d+$/)
  })

  test('redirects to a folder, and logs nothing about it', async () => {
    const before = world.logLines.length
    for (const method of ['GET', 'HEAD']) expect((await get('/login', {}, method)).headers.location).toBe('/login/')
    expect(world.logLines.slice(before)).toEqual([])
  })

  test('replies 304 to a client that has the file', async () => {
    const { headers } = await get('/')
    expect(headers.etag).toBeTruthy()
    expect((await get('/', { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  test.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('sends a script as %s to a browser that takes %s', async (encoding, accepted) => {
    const plain = await get('/_astro/app.Ab12.js', { 'accept-encoding': 'identity' })
    const { headers, body } = await get('/_astro/app.Ab12.js', { 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers['content-type']]).toEqual([encoding, plain.headers['content-type']])
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
    if (encoding) {
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
      expect(body.length).toBeLessThan(siteScript.length / 5)
    } else expect(body.toString()).toBe(siteScript)
    expect(headers['cache-control']).toBe(plain.headers['cache-control'])
  })

  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/zh/', 'text/html; charset=utf-8'],
    ['/_astro/look.Cd34.css', 'text/css; charset=utf-8'],
    ['/fonts/sans.woff2', 'font/woff2'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/?q=%ff', 'text/html; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ])('sends %s as %s', async (path, type) => {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, type])
  })

  test.each(['/user', '/user/', '/user/overview-main', '/user/cloud-mining/order-home/order-detail/17', '/user/x?y=1'])(
    'T8 shows the one shell at %s',
    async (path) => {
      const { status, body } = await get(path)
      expect([status, body.toString()]).toEqual([200, expect.stringContaining('shell of the app')])
    },
  )

  test('serves the shell of the messages, and a not-found page of its own', async () => {
    expect((await get('/messages')).body.toString()).toContain('shell of the messages')
    expect((await get('/messages/7')).body.toString()).toContain('shell of the messages')
    const missing = await get('/nowhere/at/all')
    expect([missing.status, missing.body.toString()]).toEqual([404, expect.stringContaining('nothing here')])
  })

  test.each([
    '/.env', '/.git/config', '/.git/', '/.git', '/.built-from', '/_astro/.env', '/_astro/app.Ab12.js.map', '/%2eenv',
    '/%2egit/config', '/./.env', '//.env', '/login/..%2f.env', '/..%2fpackage.json', '/../package.json', '/%5c..%5c.env',
    '/%2e%2e/package.json', '/fonts/', '/_astro/', '/metrics', '/package.json', '/service/main.ts', '/user%00', '/.%00',
  ])('G6 T40 hides %s', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body.toString()).not.toMatch(/SECRET|core|secret\.ts|hash|sans\.woff2|"scripts"/)
  }) // biome-ignore format: a list of addresses reads better in rows
})

describe('methods', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'a call refuses %s and says what it takes',
    async (method) => {
      const { status, headers, body } = await get('/api/user/info', { lang: 'zh' }, method)
      expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'POST', 'no-store'])
      expect(JSON.parse(body.toString())).toMatchObject({ code: 4004, msg: expect.stringMatching(/[\u4e00-\u9fff]/) })
    },
  )

  test.each(['POST', 'PUT', 'DELETE'])('a page refuses %s', async (method) => {
    const { status, headers } = await get('/login/', {}, method)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('G6 TRACE is refused', async () => {
    expect([404, 405, 400]).toContain((await get('/', {}, 'TRACE')).status)
  })

  test('an unknown call is 404 in the reader’s language, and never a page', async () => {
    const { status, headers, body } = await get('/api/nowhere', { lang: 'en' }, 'POST')
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body.toString())).toMatchObject({ code: 4004, msg: 'There is nothing at this address.' })
  })
})

describe('E10 T7 the origin', () => {
  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'file://', 'x', 'http://127.0.0.1.evil.example'])(
    '%s may not call, and nothing is done',
    async (origin) => {
      const user = await world.user()
      const q = await world.sealed()
      const answer = await world.post('/api/user/logout', { q }, { token: user.token, origin })
      expect([answer.status, answer.body.code]).toEqual([403, 4003])
      expect((await world.post('/agent/work', {}, { origin })).status).toBe(403)
      expect(await user.call(userInfo, {})).toEqual(user.info)
    },
  )

  test('omitted by a browser in a cross-site request is refused, and nothing is done', async () => {
    const user = await world.user()
    const cross = { token: user.token, 'sec-fetch-site': 'cross-site' }
    const answer = await world.post('/api/user/logout', { q: await world.sealed() }, cross)
    expect([answer.status, answer.body.code]).toEqual([403, 4003])
    expect((await world.post('/agent/work', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get('/api/public-key', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    // A link to a page is no call.
    expect((await get('/login/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
    for (const site of ['same-origin', 'none']) {
      const own = { token: user.token, 'sec-fetch-site': site }
      expect((await world.post('/api/user/info', { q: await world.sealed() }, own)).body.code).toBe(0)
    }
  })

  test('of the site itself may call', async () => {
    const user = await world.user()
    const headers = { token: user.token, origin: world.address }
    expect((await world.post('/api/user/info', { q: await world.sealed() }, headers)).body.code).toBe(0)
  })
})

describe('J3 health', () => {
  test('reports that the process is alive and ready', async () => {
    for (const [path, expected] of [
      ['/healthz', { ok: true, address: '127.0.0.1' }],
      ['/readyz', { ok: true, roles: ['api', 'jobs', 'chain', 'gateway'], networks: [] }],
    ] as const) {
      const { status, body } = await get(path)
      expect([status, JSON.parse(body.toString())]).toEqual([200, expected])
    }
  })

  test('is not ready without its queue', async () => {
    const other = await createWorld()
    await other.running.ctx.jobs.close()
    const response = await fetch(`${other.address}/readyz`)
    expect([response.status, await response.json()]).toEqual([503, { ok: false, problem: 'jobs' }])
    await other.close()
  })
})

describe('D9 our own fault', () => {
  test('is 500 with an id that is in the log too, and reveals no internals', async () => {
    const user = await world.user()
    await world.query('alter table users rename to users_away')
    const answer = await world.post('/api/user/info', { q: await world.sealed() }, { token: user.token })
    await world.query('alter table users_away rename to users')
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ code: 5000, data: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect(answer.text).not.toMatch(/users|relation|select|stack/)
    const line = world.logLines.find((one) => one.includes(String(answer.body.data?.requestId)))
    expect(line).toContain('users')
    expect(await user.call(userInfo, {})).toEqual(user.info)
  })
})

describe('D3 raw bytes', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.address)
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
      socket.end(text)
    })

  test.each([
    'x\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/user/info HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/user/info HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    'POST /api/user/info HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    'POST /api/user/info HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: 1\r\n\r\n',
  ])('%j gets 4xx', async (text) => {
    expect(await send(text)).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await get('/healthz')).status).toBe(200)
  })

  test.each(['http://x/healthz', 'HTTP://x:1/healthz?a', '/healthz'])('%s is what it names', async (target) => {
    expect(await send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })
})

test('none of it causes a process warning', () => {
  expect(warnings.map(({ message }) => message)).toEqual([])
})
