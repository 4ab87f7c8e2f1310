// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { userMachineCount } from '#lib/contract/devices.ts'

let tries = 0
vi.mock('#app/calls/shell-calls.ts', () => {
  tries += 1
  if (tries === 1) throw new Error('the file did not come')
  return { call: async () => ({ count: 1 }), warmUp: async () => undefined }
})

test('H1c the code of the calls is asked for anew when it did not come', async () => {
  const { call } = await import('#app/calls/call.ts')
  await expect(call(userMachineCount, {})).rejects.toThrow()
  expect(await call(userMachineCount, {})).toEqual({ count: 1 })
  expect(await call(userMachineCount, {})).toEqual({ count: 1 })
  expect(tries).toBe(2)
})
