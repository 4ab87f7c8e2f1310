import type { MinerSettings, Pause, PauseReason } from '#lib/contract/miner-settings.ts'
import { COOL_BY_CELSIUS } from '#lib/rules/devices.ts'
import { localWeekTime } from '#lib/time/week.ts'
import { nextScheduled } from './schedule.ts'

/** Reasons in the status line. */
export const pauseWords: Readonly<Record<PauseReason, string>> = {
  user: 'by you',
  schedule: 'by the schedule',
  battery: 'on battery',
  hot: 'hot',
  'full-screen': 'full screen',
  'in-use': 'in use',
}

const resumeText = `Ctrl-Z resumes${process.platform === 'win32' ? '' : ', or fg if the shell has come back'}.`

function scheduleText({ schedule }: MinerSettings, now: number): string {
  const next = schedule && nextScheduled(schedule, now)
  if (next === undefined || next === null) return 'Paused by the schedule, which has no hour to mine in.'
  return `Paused by the schedule. Mines from ${localWeekTime(next)}.`
}

/** Values of a sentence about a pause: the minutes without input that end it, or the schedule's next hour in Unix seconds. */
export function pauseFacts({ reason }: Pause, settings: MinerSettings, now = Date.now()): Record<string, number> {
  if (reason === 'in-use') return { minutes: settings.idleMinutes }
  const next = reason === 'schedule' && settings.schedule && nextScheduled(settings.schedule, now)
  return next ? { from: next / 1000 } : {}
}

/** A pause in one sentence for the terminal, and what ends it in another. */
export function pauseText({ reason, until }: Pause, settings: MinerSettings, now = Date.now()): string {
  switch (reason) {
    case 'user':
      return until === undefined
        ? `Paused. ${resumeText}`
        : `Paused until ${localWeekTime(until * 1000)}. ${resumeText}`
    case 'schedule':
      return scheduleText(settings, now)
    case 'battery':
      return 'Paused: this PC runs on its battery. Mines on mains.'
    case 'hot':
      return `Paused: this PC is hot. Mines below ${(settings.maxCelsius ?? 0) - COOL_BY_CELSIUS} °C.`
    case 'full-screen':
      return 'Paused: a program fills the screen. Mines when it no longer does.'
    case 'in-use': {
      const minutes = settings.idleMinutes
      return `Paused: this PC is in use. Mines after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} without input.`
    }
  }
}
