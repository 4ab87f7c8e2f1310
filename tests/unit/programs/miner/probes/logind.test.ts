import { expect, test } from 'vitest'
import { createBus } from '#service/programs/miner/probes/dbus.ts'
import { parseSessionIdle, parseSessions, readLogindIdle } from '#service/programs/miner/probes/logind.ts'
import { createRecorded } from './recorded.ts'

const now = 1_800_000_000_000
const since = (seconds: number) => String((now / 1000 - seconds) * 1e6)

/** Properties of a session as `gdbus` prints them. */
const session = (type: string, hint: boolean, at: string, kind = 'user', state = 'active') =>
  `({'Id': <'2'>, 'Class': <'${kind}'>, 'Type': <'${type}'>, 'State': <'${state}'>, 'IdleHint': <${hint}>, 'IdleSinceHint': <uint64 ${at}>, 'IdleSinceHintMonotonic': <uint64 9>},)`

test.each([
  ['that is idle tells since when', session('wayland', true, since(400)), 400],
  ['that is in use has input now', session('x11', false, since(400)), 0],
  ['whose desktop never set the hint does not tell', session('x11', false, '0'), undefined],
  ['of a terminal is not counted', session('tty', true, since(400)), undefined],
  ['of a login screen is not counted', session('wayland', true, since(400), 'greeter'), undefined],
  ['that ends is not counted', session('wayland', false, since(400), 'user', 'closing'), undefined],
  ['that is idle in the future is idle for no time', session('x11', true, since(-60)), 0],
])('a session %s', (_, reply, seconds) => expect(parseSessionIdle(reply, now)).toBe(seconds))

const sessions = [
  "([('2', uint32 1000, 'me', 'seat0', objectpath '/org/freedesktop/login1/session/_32'), ('c1', uint32 1001, 'you', '', '/org/freedesktop/login1/session/c1')],)",
  'a(susso) 2 "2" 1000 "me" "seat0" "/org/freedesktop/login1/session/_32" "c1" 1001 "you" "" "/org/freedesktop/login1/session/c1"',
]
test.each(sessions)('sessions are read from %j', (reply) => {
  expect(parseSessions(reply)).toEqual(['/org/freedesktop/login1/session/_32', '/org/freedesktop/login1/session/c1'])
})

test('of several sessions the one that was used last counts', async () => {
  const call = 'gdbus call --system --timeout=2 --dest org.freedesktop.login1 --object-path /org/freedesktop/login1'
  const idle = session('wayland', true, String((Date.now() - 500_000) * 1000))
  const outputs: Record<string, string> = { [`${call} --method`]: sessions[0] ?? '', [`${call}/session/_32`]: idle }
  const read = () => readLogindIdle(createBus(createRecorded(outputs).run))
  outputs[`${call}/session/c1`] = session('tty', false, '0')
  expect(Math.round(await read())).toBe(500)
  outputs[`${call}/session/c1`] = session('x11', false, String(Date.now() * 1000))
  expect(await read()).toBe(0)
  outputs[`${call}/session/_32`] = session('tty', false, '0')
  outputs[`${call}/session/c1`] = session('tty', false, '0')
  await expect(read()).rejects.toThrow('no graphical session tells')
})
