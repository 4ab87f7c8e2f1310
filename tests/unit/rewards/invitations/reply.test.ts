import { expect, test } from 'vitest'
import { activeSince } from '#service/rewards/invitations/reply.ts'

test('an invitation is active by revenue of the 30 days before a day', () => {
  expect(activeSince(Date.parse('2026-03-31T00:00:00Z'))).toBe('2026-03-01')
  expect(activeSince(Date.parse('2026-03-31T23:59:59Z'))).toBe('2026-03-01')
})
