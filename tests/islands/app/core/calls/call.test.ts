// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { userMachineCount } from '#lib/contract/devices.ts'

let tries = 0
vi.mock('#app/core/calls/shell-calls.ts', () => {
  tries += 1
  if (tries === 1) throw new Error('the file did not come')
  return { call: () => answer(), warmUp: async () => undefined }
})
let answer: () => Promise<unknown> = async () => ({ count: 1 })

test('H1c the code of the calls is loaded again after a failure', async () => {
  const { call } = await import('#app/core/calls/call.ts')
  await expect(call(userMachineCount, {})).rejects.toThrow()
  expect(await call(userMachineCount, {})).toEqual({ count: 1 })
  expect(await call(userMachineCount, {})).toEqual({ count: 1 })
  expect(tries).toBe(2)
})

test('a call from before the connection was lost does not report that it is back', async () => {
  const { $offline, call } = await import('#app/core/calls/call.ts')
  for (const end of ['answered', 'refused'] as const) {
    const held = Promise.withResolvers<unknown>()
    let isProbed = false
    answer = () => {
      isProbed = true
      return held.promise
    }
    const pending = call(userMachineCount, {}).catch(() => undefined)
    await vi.waitFor(() => expect(isProbed).toBe(true))
    dispatchEvent(new Event('offline'))
    if (end === 'answered') held.resolve({ count: 1 })
    else held.reject(Object.assign(new Error('no'), { kind: 'refused' }))
    await pending
    expect($offline.get()).toBe(true)
    answer = async () => ({ count: 1 })
    await call(userMachineCount, {})
    expect($offline.get()).toBe(false)
  }
})
