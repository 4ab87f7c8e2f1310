import type { WindowState } from '../window-state.ts'
import { nextScheduledHour } from './schedule-rule.ts'

/** The state in one sentence: a key of the texts, its values, and the shape of the mark before it. */
export interface Sentence {
  key: string
  values: Record<string, string | number>
  mark: 'on' | 'half' | 'off'
}

type FormatMoment = (milliseconds: number) => string

function pauseSentence({ pause, settings }: WindowState, now: number, format: FormatMoment): Sentence | undefined {
  if (!pause) return undefined
  const { reason, until } = pause
  const end =
    reason === 'user' ? until && until * 1000 : reason === 'schedule' ? nextScheduledHour(settings.schedule, now) : 0
  return {
    key: end ? `pause.${reason}Until` : `pause.${reason}`,
    values: { ...(end && { time: format(end) }), minutes: settings.idleMinutes },
    mark: 'half',
  }
}

export function sentenceOf(state: WindowState, now: number, format: FormatMoment): Sentence {
  const plain = (name: string): Sentence => ({ key: `state.${name}`, values: {}, mark: 'off' })
  if (state.isEnding) return plain('ending')
  if (state.binding.state !== 'bound') return plain(state.binding.state)
  const paused = pauseSentence(state, now, format)
  if (paused) return paused
  if (!state.status?.project) return plain('connecting')
  if (state.status.state === 'offline') return plain('offline')
  return { key: 'state.mining', values: { project: state.status.project.toUpperCase() }, mark: 'on' }
}
