import { expect, test } from 'vitest'
import type { MinerSettings, Pause } from '#lib/contract/miner-settings.ts'
import { pauseText } from '#service/programs/miner/pause-text.ts'
import { dailySchedule, systemZone } from '#service/programs/miner/schedule.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'

/** A Monday at noon on this PC. */
const now = new Date(2026, 10, 30, 12).getTime()
const settings = (of: Partial<MinerSettings> = {}): MinerSettings => ({ ...defaultSettings(), ...of })

test.each<[Pause, MinerSettings, string]>([
  [{ reason: 'in-use' }, settings(), 'Paused: this PC is in use. Mines after 5 minutes without input.'],
  [
    { reason: 'in-use' },
    settings({ idleMinutes: 1 }),
    'Paused: this PC is in use. Mines after 1 minute without input.',
  ],
  [{ reason: 'battery' }, settings(), 'Paused: this PC runs on its battery. Mines on mains.'],
  [{ reason: 'hot' }, settings({ maxCelsius: 85 }), 'Paused: this PC is hot. Mines below 80 °C.'],
  [{ reason: 'full-screen' }, settings(), 'Paused: a program fills the screen. Mines when it no longer does.'],
  [
    { reason: 'schedule' },
    settings({ schedule: dailySchedule(22, 7, systemZone()) }),
    'Paused by the schedule. Mines from Mon 22:00.',
  ],
  [
    { reason: 'schedule' },
    settings({ schedule: { zone: 'UTC', hours: '0'.repeat(168) } }),
    'Paused by the schedule, which has no hour to mine in.',
  ],
  [{ reason: 'user' }, settings(), expect.stringMatching(/^Paused\. Ctrl-Z resumes/)],
  [
    { reason: 'user', until: now / 1000 },
    settings(),
    expect.stringMatching(/^Paused until Mon 12:00\. Ctrl-Z resumes/),
  ],
])('%j is said with what ends it', (pause, given, text) => expect(pauseText(pause, given, now)).toEqual(text))
