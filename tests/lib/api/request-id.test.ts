import { afterEach, expect, test, vi } from 'vitest'
import { newRequestId } from '#lib/api/request-id.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser on plain http, which has no `randomUUID`, and draws this byte every time. */
function plainHttp(byte: number) {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) })
}

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0x0a, '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a'],
])('is a UUID of version 4 where every byte drawn is %i', (byte, id) => {
  plainHttp(byte)
  expect(newRequestId()).toBe(id)
})

test('differs each time', () => {
  expect(new Set(Array.from({ length: 1_000 }, newRequestId)).size).toBe(1_000)
})
