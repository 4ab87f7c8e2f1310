import { describe, expect, test } from 'vitest'
import { alertChannels, alertEvents, alertRule, isMessageItself, minutesOf, timeOfMinutes } from '#lib/rules/alerts.ts'
import { isTimeZone } from '#lib/time/zones.ts'
import { quietUntil } from '#service/messaging/notify/quiet-hours.ts'
import { allowLoopback, createOutbound, isPostable, isPublicAddress } from '#service/platform/outbound.ts'
import { openReceiver } from '#world/receiver.ts'

test('nothing else is locked: the app shows letters to the user, and their mail is a choice', () => {
  const money = ['withdrawal', 'order', 'deposit', 'rental', 'signIn', 'security']
  for (const event of alertEvents)
    for (const channel of alertChannels)
      if (alertRule(event, channel) === 'locked')
        expect(money.includes(event) || (channel === 'app' && isMessageItself(event)), `${event} ${channel}`).toBe(true)
})

test('reports and announcements are messages themselves', () =>
  expect(alertEvents.filter(isMessageItself)).toEqual(['report', 'announcement']))

test('what concerns money or a sign-in is locked in the app', () => {
  for (const event of ['withdrawal', 'order', 'deposit', 'rental', 'signIn', 'security'] as const)
    expect(alertRule(event, 'app')).toBe('locked')
  for (const event of alertEvents)
    for (const channel of alertChannels) expect(['locked', 'on', 'off']).toContain(alertRule(event, channel))
})

test('times of day are read and written', () => {
  expect(minutesOf('22:30')).toBe(1350)
  for (const text of ['24:00', '7:00', '07:60', '122:30', '22:305', '', 'noon']) expect(minutesOf(text)).toBeUndefined()
  for (const minutes of [0, 1, 59, 600, 1439]) expect(minutesOf(timeOfMinutes(minutes))).toBe(minutes)
  expect(isTimeZone('Asia/Shanghai')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})

const at = (time: string) => Date.parse(time)

describe('quiet hours', () => {
  const night = { zone: 'Europe/Prague', from: 22 * 60, to: 7 * 60 }
  test.each([
    ['2026-01-15T20:59:00Z', undefined],
    ['2026-01-15T21:00:30Z', '2026-01-16T06:00:00Z'],
    ['2026-01-16T05:59:59Z', '2026-01-16T06:00:00Z'],
    ['2026-01-16T06:00:00Z', undefined],
    // The clocks go forward on 29 March, and back on 25 October 2026.
    ['2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
  ])('of Prague at %s', (now, until) => {
    expect(quietUntil(night, at(now))).toBe(until && at(until))
  })
  test('by day, far from Greenwich, and without any length', () => {
    const noon = { zone: 'Pacific/Kiritimati', from: 12 * 60, to: 14 * 60 }
    expect(quietUntil(noon, at('2026-05-01T22:30:00Z'))).toBe(at('2026-05-02T00:00:00Z'))
    expect(quietUntil(noon, at('2026-05-01T12:30:00Z'))).toBeUndefined()
    expect(quietUntil({ ...noon, to: noon.from }, at('2026-05-01T22:00:00Z'))).toBeUndefined()
    expect(quietUntil({ zone: 'Asia/Kolkata', from: 0, to: 90 }, at('2026-05-01T19:00:00Z'))).toBe(
      at('2026-05-01T20:00:00Z'),
    )
  })
})

describe('T7 addresses that users name', () => {
  test.each([
    '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1',
    '255.255.255.255', '198.18.0.1', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '64:ff9b::a00:1',
    '2001:db8::1', '2002:7f00:1::', '2001:0:7f00:1::',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false)) // biome-ignore format: a table
  test.each(['8.8.8.8', '172.32.0.1', '1.1.1.1', '2606:4700::1111', '2a00:1450::8a'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    'http://example.com/', 'ftp://example.com/', 'https://localhost/', 'https://intern/', 'https://db.internal/', 'https://printer.local/',
    'https://user:pass@example.com/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://[::1]/',
    'https://[::ffff:7f00:1]/', 'https://169.254.169.254/latest', 'https://example.com:22/', 'https://example.com:5432/', 'not an address', '',
    'https://127.1/', 'https://①②⑦.0.0.1/', 'https://localhost./',
  ])('%s may not be posted to', (url) => expect(isPostable(url)).toBe(false)) // biome-ignore format: a table
  test.each(['https://example.com/hook?a=b', 'https://hooks.example.co.uk:8443/x', 'https://8.8.8.8/'])(
    '%s may',
    (url) => expect(isPostable(url)).toBe(true),
  )

  test.each(['http://127.0.0.1:9000/', 'http://localhost:9000/hook', 'https://[::1]/', 'https://example.com/'])(
    '%s may be posted to while a developer tries a receiver',
    (url) => expect(allowLoopback.isPostable(url)).toBe(true),
  )
  test.each([
    'http://192.168.1.1/',
    'http://example.com/',
    'ftp://localhost/',
    'http://127.0.0.2/',
    'http://localhost.evil.test/',
  ])('%s may not, not even then', (url) => expect(allowLoopback.isPostable(url)).toBe(false))

  test('a name that resolves to this machine is refused, and redirects are not followed', async () => {
    const receiver = await openReceiver()
    const { port } = new URL(receiver.url)
    const strict = createOutbound({ isPostable: () => true, isPublic: isPublicAddress })
    await expect(strict.post(`http://localhost:${port}/`, { headers: {}, body: 'x' })).rejects.toThrow('NOT_PUBLIC')
    expect(receiver.posted).toEqual([])
    const open = createOutbound({ isPostable: () => true, isPublic: () => true })
    await expect(open.post('http://nobody.invalid/', { headers: {}, body: 'x' })).rejects.toThrow(
      /^(ENOTFOUND|EAI_AGAIN)$/,
    )
    receiver.answer(302)
    expect(await open.post(receiver.url, { headers: {}, body: 'x' })).toEqual({ status: 302 })
    expect(receiver.posted).toHaveLength(1)
    await receiver.close()
  })
})
