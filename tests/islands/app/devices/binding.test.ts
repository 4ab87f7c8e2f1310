// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NOW = 1_800_000_000
let answers: (() => Promise<unknown>)[] = []
let requests: string[] = []
const code = (text: string, parts = {}) => ({ code: text, serverTime: NOW, expiresAt: NOW + 60, ...parts })

vi.mock('#app/core/calls/call.ts', () => ({
  shellEndpoints: async () => ({ machineStatistics: { path: '/machine/getMachineStatistics' } }),
  call: ({ path }: { path: string }) => {
    if (!path.startsWith('/machine/bind')) return Promise.resolve({ page: { list: [], total: 0 } })
    requests.push(path)
    return answers.shift()?.() ?? Promise.resolve({ bound: false })
  },
}))

/** The module as a page has it that was just opened. */
const open = () => import('#app/devices/binding.ts')
const secondsLeft = async () => {
  const { serviceMs } = await import('#app/core/calls/service-clock.ts')
  const binding = (await open()).$binding.get()
  return binding.step === 'waiting' ? (binding.deadline - serviceMs()) / 1000 : undefined
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: NOW * 1000 })
  requests = []
  answers = []
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([-290, -120, 0, 120, 290])('H12c a code has its 60 seconds by a clock that is off by %i s', async (off) => {
  vi.setSystemTime((NOW + off) * 1000)
  answers = [() => Promise.resolve(code('AAAA1111'))]
  await (await open()).newCode()
  expect(await secondsLeft()).toBe(60)
})

test('H12c a clock found to be a day off while the code is requested does not shorten it', async () => {
  vi.setSystemTime((NOW + 86_400) * 1000)
  const { applyClockOffset } = await import('#lib/api/clock.ts')
  answers = [
    async () => {
      applyClockOffset(-86_400_000)
      return code('AAAA1111')
    },
  ]
  await (await open()).newCode()
  expect(await secondsLeft()).toBe(60)
})

test('a slow answer makes the time shorter, never longer', async () => {
  const slow = Promise.withResolvers<unknown>()
  answers = [() => slow.promise]
  const asking = (await open()).newCode()
  await vi.advanceTimersByTimeAsync(7_000)
  slow.resolve(code('AAAA1111', { serverTime: NOW + 2, expiresAt: NOW + 62 }))
  await asking
  expect(await secondsLeft()).toBe(53)
})

const waitingFor = async (text: string, later: (() => Promise<unknown>)[] = []) => {
  const binding = await open()
  answers = [() => Promise.resolve(code(text)), ...later]
  await binding.newCode()
  return binding
}

test('a dialog that was closed during the request waits for nothing', async () => {
  const { $binding, newCode, forgetCode } = await open()
  const slow = Promise.withResolvers<unknown>()
  answers = [() => slow.promise]
  const asking = newCode()
  forgetCode()
  slow.resolve(code('AAAA1111'))
  await asking
  expect($binding.get()).toEqual({ step: 'idle' })
})

test.each(['answer', 'failure'])('of two requests the last one counts, whatever %s arrives late', async (late) => {
  const { $binding, newCode } = await open()
  const slow = Promise.withResolvers<unknown>()
  answers = [() => slow.promise, () => Promise.resolve(code('BBBB2222'))]
  const first = newCode()
  await newCode()
  if (late === 'answer') slow.resolve(code('AAAA1111'))
  else slow.reject(new Error('gone'))
  await first
  expect($binding.get()).toMatchObject({ step: 'waiting', code: 'BBBB2222' })
})

test('a failed check is shown until the service answers again', async () => {
  const { $binding, checkCode } = await waitingFor('AAAA1111', [
    () => Promise.reject(new Error('gone')),
    () => Promise.resolve({ bound: false }),
    () => Promise.resolve({ bound: false }),
    () => Promise.resolve({ bound: false }),
  ])
  await checkCode(true)
  expect($binding.get()).toMatchObject({ checked: { known: false } })
  await checkCode(false)
  expect($binding.get()).not.toHaveProperty('checked')
  // That no device has bound is the requested answer, and stays.
  await checkCode(true)
  await checkCode(false)
  expect($binding.get()).toMatchObject({ checked: { known: true } })
})

test('a failed check is shown at its own code, and not at a newer one', async () => {
  const slow = Promise.withResolvers<unknown>()
  const { $binding, checkCode, newCode } = await waitingFor('AAAA1111', [
    () => slow.promise,
    () => Promise.resolve(code('BBBB2222')),
  ])
  const checking = checkCode(true)
  await newCode()
  slow.reject(new Error('gone'))
  await checking
  expect($binding.get()).toMatchObject({ step: 'waiting', code: 'BBBB2222' })
})

test('a failed check keeps the code that is still valid', async () => {
  const { $binding, checkCode } = await waitingFor('AAAA1111', [() => Promise.reject(new Error('gone'))])
  await checkCode(true)
  expect($binding.get()).toMatchObject({ step: 'waiting', code: 'AAAA1111', checked: { known: false } })
})

test('a failed check does not affect a device that has bound meanwhile', async () => {
  const slow = Promise.withResolvers<unknown>()
  const { $binding, checkCode } = await waitingFor('AAAA1111', [
    () => slow.promise,
    () => Promise.resolve({ bound: true, machine: { id: '1', name: 'Attic' } }),
  ])
  const checking = checkCode(true)
  await checkCode(false)
  slow.reject(new Error('gone'))
  await checking
  expect($binding.get()).toEqual({ step: 'bound', name: 'Attic' })
})

test('an expired code is not checked', async () => {
  const { $binding } = await waitingFor('AAAA1111')
  const close = $binding.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  const checks = requests.length - 1
  expect(checks).toBeGreaterThanOrEqual(29)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests.length - 1).toBe(checks)
  close()
})

test('a slow service gets one check of a code at a time, and its answer counts', async () => {
  const slow = Promise.withResolvers<unknown>()
  const { $binding, checkCode } = await waitingFor('AAAA1111', [() => slow.promise])
  const close = $binding.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests).toHaveLength(2)
  // Pressing "Check" sends a request of its own.
  await checkCode(true)
  expect(requests).toHaveLength(3)
  slow.resolve({ bound: true, machine: { id: '1', name: 'Attic' } })
  await vi.advanceTimersByTimeAsync(0)
  expect($binding.get()).toEqual({ step: 'bound', name: 'Attic' })
  close()
})

test('a request of an older code does not delay the newer one', async () => {
  const { $binding, newCode } = await waitingFor('AAAA1111', [() => new Promise(() => undefined)])
  const close = $binding.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(3_000)
  answers = [() => Promise.resolve(code('BBBB2222'))]
  await newCode()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(requests.at(-1)).toMatch(/check$/)
  expect(requests).toHaveLength(4)
  close()
})
