import { expect, test } from 'vitest'
import { alertChannels, alertEvents, alertPresets, alertRule, isOnIn, presetOf } from '#lib/rules/alerts.ts'

test.each(alertPresets)('recognizes the preset %s by its own choices', (preset) => {
  expect(presetOf((event, channel) => isOnIn(preset, event, channel), alertChannels)).toBe(preset)
})

test("calls any other choices the user's own", () => {
  const own = (event: (typeof alertEvents)[number], channel: (typeof alertChannels)[number]) =>
    event === 'idle' && channel === 'email' ? true : isOnIn('normal', event, channel)
  expect(presetOf(own, alertChannels)).toBeUndefined()
  // Without a mail column they are the defaults.
  expect(presetOf(own, ['app', 'push'])).toBe('normal')
})

test.each(alertPresets)('the preset %s leaves on what is always on', (preset) => {
  for (const event of alertEvents)
    for (const channel of alertChannels)
      if (alertRule(event, channel) === 'locked') expect(isOnIn(preset, event, channel)).toBe(true)
})

test('quiet is off where the user may choose, everything is on, normal is the default', () => {
  expect(isOnIn('quiet', 'offline', 'app')).toBe(false)
  expect(isOnIn('everything', 'settlement', 'email')).toBe(true)
  expect(isOnIn('normal', 'settlement', 'email')).toBe(false)
  expect(isOnIn('normal', 'offline', 'email')).toBe(true)
})
