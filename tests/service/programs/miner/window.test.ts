import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { bindCode, unbindMachine } from '#lib/contract/devices.ts'
import { earningsOverview } from '#lib/contract/earnings.ts'
import { createDesktop, type Desktop, startOnDesktop } from '#world/desktop.ts'
import { createOperator } from '#world/operator.ts'
import type { Visitor } from '#world/visitor.ts'
import { enterWindow, request } from '#world/window-miner.ts'
import { createWorld, type World } from '#world/world.ts'

const main = fileURLToPath(new URL('../../../../service/programs/miner/main.ts', import.meta.url))

let world: World
let user: Visitor
let desktop: Desktop
let miner: ChildProcess
let page: Awaited<ReturnType<typeof enterWindow>>
let doorFile = ''

const start = (...args: string[]) =>
  startOnDesktop(desktop, [process.execPath, main, '--service', world.address, ...args])

async function waitForPage(count: number): Promise<string> {
  await expect.poll(() => desktop.opened().length).toBe(count)
  return desktop.opened().at(-1) ?? ''
}

beforeAll(async () => {
  world = await createWorld()
  await world.query(`update projects set active = project = 'aleo'`)
  user = await world.user()
  desktop = createDesktop()
})
afterAll(async () => {
  miner?.kill()
  await world.close()
  desktop.remove()
})

test('starts where a crash has left the door of another miner', async () => {
  doorFile = join(desktop.home, 'miner.window.json')
  writeFileSync(doorFile, JSON.stringify({ port: 9, secret: 'A'.repeat(43) }))
  miner = start('--state', join(desktop.home, 'miner.json'), '--threads', '1', '--always', '--name', 'Desk PC')
  page = await enterWindow(await waitForPage(1))
  expect(page.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/)
})

describe('the door', () => {
  test('gives the page a policy that allows its own script and style only', async () => {
    const { status, headers, body } = await request(page.address, {})
    expect([status, headers['cache-control'], headers['x-frame-options']]).toEqual([200, 'no-store', 'DENY'])
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; /)
    expect(policy).not.toContain('unsafe')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(body).not.toMatch(/(?:src|href)="https?:/)
  })

  test.each([
    ['another name for this machine', 'state', { headers: { host: 'rebound.example' } }],
    ['another site', 'state', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a change of another origin', 'stop', { method: 'POST', origin: 'https://evil.example' }],
    ['a form', 'stop', { method: 'POST', type: 'application/x-www-form-urlencoded' }],
    ['an unknown path', 'secrets', {}],
    ['a preflight', 'state', { method: 'OPTIONS' }],
  ])('refuses %s without a word', async (_, path, { method = 'GET', origin, type, headers = {} }: Knock) => {
    const change = { origin: origin ?? page.origin, 'content-type': type ?? 'application/json' }
    const all = { ...(method === 'POST' && change), ...headers }
    const { status, body } = await request(page.address + path, { method, headers: all }, method === 'POST' ? '{}' : '')
    expect([status, body]).toEqual([404, ''])
  })

  test('refuses a guess of the path, and a ticket that was used', async () => {
    for (const address of [`${page.origin}/${'A'.repeat(43)}/`, page.origin, desktop.opened()[0] ?? ''])
      expect(await request(address, {})).toMatchObject({ status: 404, body: '' })
  })

  test('refuses requests of another form', async () => {
    const bad = [
      ['settings', { threads: 0 }],
      ['settings', { schedule: { zone: 'Mars/Base', hours: '1'.repeat(168) } }],
      ['settings', { stateFile: '/etc/passwd' }],
      ['pause', { until: 'later' }],
      ['stop', { now: true }],
      ['bind', { code: 'x'.repeat(20_000) }],
    ] as const
    for (const [path, body] of bad) expect(await page.change(path, body)).toMatchObject({ status: 400, body: '' })
  })

  test('is named in a file that only its user can read', () => {
    expect(statSync(doorFile).mode & 0o777).toBe(0o600)
    expect(page.address).toContain(JSON.parse(readFileSync(doorFile, 'utf8')).secret)
  })
})

interface Knock {
  method?: string
  origin?: string
  type?: string
  headers?: Record<string, string>
}

const bind = async () => page.change('bind', { code: (await user.call(bindCode, {})).code })

describe('a first start', () => {
  test('says what is wrong with a code', async () => {
    await page.until({ binding: { state: 'needed' }, name: 'Desk PC' })
    await page.change('bind', { code: 'ABC' })
    await page.until({ binding: { state: 'needed', problem: { reason: 'code-form' } } })
    await page.change('bind', { code: '7K4X2QXA' })
    await page.until({ binding: { state: 'needed', problem: { reason: 'code-wrong' } } })
  })

  test('binds by a code from the page, and mines without another start', async () => {
    await bind()
    await page.until({ binding: { state: 'bound' }, status: { state: 'mining', engine: 'wasm-simd' } })
    expect((await page.state()).rates.length).toBeGreaterThan(0)
    expect(JSON.stringify(await page.read('log'))).toContain('Bound as \\"Desk PC\\"')
  })
})

describe('a device that mines', () => {
  test('shows what it has earned today and may earn until midnight of UTC, as the dashboard estimates it', async () => {
    // The rate of a device that came online at this very moment is 0.
    world.clock.advance(30)
    const answer = async () => (await page.state()).today.answer
    await expect.poll(async () => (await answer())?.hashrate).toBeGreaterThan(0)
    const endsAt = Date.parse('2026-03-11T00:00:00Z') / 1000
    expect(await answer()).toMatchObject({ day: '2026-03-10', endsAt, coins: [{ currencyCode: 'ALEO' }] })
    const { soFar, wholeDay } = (await answer())?.coins[0] ?? {}
    const seen = (await user.call(earningsOverview, {})).coins.find(({ currencyCode }) => currencyCode === 'ALEO')
    expect(Number(soFar)).toBeGreaterThan(0)
    expect(Number(soFar)).toBeLessThanOrEqual(Number(seen?.minedToday))
    expect(Number(wholeDay)).toBeGreaterThan(Number(soFar))
  })

  test('follows the settings, and keeps them', async () => {
    const schedule = { zone: 'Asia/Tokyo', hours: '1'.repeat(168) }
    await page.change('settings', { throttle: 40, schedule, maxCelsius: null })
    expect(await page.state()).toMatchObject({ settings: { threads: 1, throttle: 40, schedule, maxCelsius: null } })
    expect(JSON.parse(readFileSync(join(desktop.home, 'miner.settings.json'), 'utf8'))).toMatchObject({ throttle: 40 })
  })

  test('pauses until a time, which the dashboard learns, and goes on', async () => {
    const until = Date.now() + 3_600_000
    await page.change('pause', { until })
    await page.until({ pause: { reason: 'user', until: Math.ceil(until / 1000) }, status: { state: 'paused' } })
    const states = () => world.query('select state from devices')
    await expect.poll(states).toEqual([{ state: 'paused' }])
    await page.change('pause', { until: null })
    await page.until({ status: { state: 'mining' } })
    expect((await page.state()).pause).toBeUndefined()
  })

  test('starts with the system when it is told to, by a file that names this device', async () => {
    await page.change('autostart', { isEnabled: true })
    const { autostart } = await page.state()
    expect(autostart).toMatchObject({ isEnabled: true, by: 'file' })
    const entry = readFileSync(autostart?.place ?? '', 'utf8')
    expect(entry).toContain(`"--background" "--service" "${world.address}" "--state" "${desktop.home}/miner.json"`)
    await page.change('autostart', { isEnabled: false })
    expect(await page.state()).toMatchObject({ autostart: { isEnabled: false } })
  })

  test('a second start opens the same page and ends', async () => {
    const second = start('--state', join(desktop.home, 'miner.json'))
    const ended = once(second, 'exit')
    const { address } = await enterWindow(await waitForPage(2))
    expect([address, (await ended)[0]]).toEqual([page.address, 0])
  })

  test('that was unbound asks for a code again', async () => {
    const [device] = (await user.call(machineList, { page: 1 })).page.list
    await user.call(unbindMachine, { id: device?.id ?? '' })
    // A change of its user's pause is reported at once.
    await page.change('pause', { until: Date.now() + 3_600_000 })
    await page.until({ binding: { state: 'unbound' } })
    expect((await page.state()).status).toBeUndefined()
    await page.change('pause', { until: null })
    await bind()
    await page.until({ binding: { state: 'bound' }, status: { state: 'mining' } })
  })

  test('whose device another miner mines for says so, and can be bound as a device of its own', async () => {
    const other = start('--no-window', '--state', join(desktop.home, 'miner.json'), '--threads', '1', '--always')
    await page.until({ binding: { state: 'replaced' } })
    other.kill()
    await bind()
    await page.until({ binding: { state: 'bound' }, status: { state: 'mining' } })
  })
})

describe('a new version', () => {
  const file = () => join(world.dataDir, 'downloads', 'idleforge-linux-9.1.0.tar.gz')

  test('is shown, and saved when its hash is right', async () => {
    writeFileSync(join(world.dataDir, 'miner.tar.gz'), 'a newer miner')
    const named = '--platform linux --version 9.1.0 --file miner.tar.gz'
    const { code, err } = await createOperator(world)(
      `publish-version ${named} --notes "Pauses sooner" --notes-zh "更快"`,
    )
    expect([code, err]).toEqual([0, ''])
    await page.change('update/check', {})
    await page.until({ update: { state: 'available', update: { version: '9.1.0', notes: 'Pauses sooner', size: 13 } } })
    const right = readFileSync(file())
    writeFileSync(file(), 'another miner')
    await page.change('update/download', {})
    await page.until({ update: { state: 'available', problem: 'wrong-hash' } })
    writeFileSync(file(), right)
    await page.change('update/download', {})
    const saved = join(desktop.home, 'Downloads', 'idleforge-linux-9.1.0.tar.gz')
    await page.until({ update: { state: 'downloaded', file: saved } })
    expect(readFileSync(saved).equals(right)).toBe(true)
  })
})

test('the miner stops when the page says so, and leaves no door behind', async () => {
  const exit = once(miner, 'exit')
  expect(JSON.parse((await page.change('stop', {})).body)).toMatchObject({ isEnding: true })
  expect(await exit).toEqual([0, null])
  expect(existsSync(doorFile)).toBe(false)
})
