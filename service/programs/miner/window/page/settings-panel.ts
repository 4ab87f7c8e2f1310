import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import type { Conditions } from '../../pause-rule.ts'
import type { WindowState } from '../window-state.ts'
import { html, input, setText, setValue } from './dom.ts'
import type { Send } from './requests.ts'
import { translate } from './texts.ts'

type Change = (settings: Partial<MinerSettings>) => void
type BooleanSetting = 'isOnlyIdle' | 'isOnlyOnMains' | 'isPausedFullScreen'
type NumberSetting = 'threads' | 'throttle' | 'idleMinutes' | 'maxCelsius'

const boxes: Readonly<Record<string, BooleanSetting>> = {
  idle: 'isOnlyIdle',
  mains: 'isOnlyOnMains',
  'full-screen': 'isPausedFullScreen',
}
const numbers: Readonly<Record<string, NumberSetting>> = {
  threads: 'threads',
  throttle: 'throttle',
  'idle-minutes': 'idleMinutes',
  celsius: 'maxCelsius',
}

/** The number of a field, kept within its limits; undefined where there is none. */
function readNumber({ valueAsNumber, min, max }: HTMLInputElement): number | undefined {
  if (Number.isNaN(valueAsNumber)) return undefined
  return Math.round(Math.min(Number(max), Math.max(Number(min), valueAsNumber)))
}

export function startSettingsPanel(send: Send): Change {
  const change: Change = (settings) => void send('settings', settings)
  for (const [id, name] of Object.entries(boxes))
    input(id).addEventListener('change', () => change({ [name]: input(id).checked }))
  for (const [id, name] of Object.entries(numbers))
    input(id).addEventListener('change', () => {
      const value = readNumber(input(id))
      if (value === undefined) return
      input(id).value = String(value)
      change({ [name]: value })
    })
  for (const id of ['threads', 'throttle']) input(id).addEventListener('input', drawSliders)
  input('hot').addEventListener('change', () =>
    change({
      maxCelsius: input('hot').checked ? (readNumber(input('celsius')) ?? defaultMinerSettings.maxCelsius) : null,
    }),
  )
  return change
}

function drawSliders(): void {
  const { value, max } = input('threads')
  setText(html('threads-value'), translate('load.threadsOf', { count: value, max }))
  setText(html('throttle-value'), `${input('throttle').value}%`)
}

/** A rule has no effect where the system does not tell; the first answers may take as long as this. */
const FIRST_ANSWERS_SECONDS = 20

function drawNotes({ conditions, settings, status }: WindowState): void {
  const isKnown = (status?.uptimeSeconds ?? 0) > FIRST_ANSWERS_SECONDS
  const draw = (id: string, isOn: boolean, told: keyof Conditions, text = '') => {
    const isMissing = isKnown && isOn && conditions[told] === undefined
    setText(html(`${id}-note`), isMissing ? translate('when.untold') : text)
  }
  draw('idle', settings.isOnlyIdle, 'idleSeconds')
  draw('mains', settings.isOnlyOnMains, 'isOnBattery')
  draw('full-screen', settings.isPausedFullScreen, 'isFullScreen')
  const { celsius } = conditions
  const now = celsius === undefined ? '' : translate('when.now', { celsius: Math.round(celsius) })
  draw('hot', settings.maxCelsius !== null, 'celsius', now)
}

export function drawSettingsPanel(state: WindowState): void {
  const { settings, maxThreads } = state
  // A command may have named more threads than the PC has.
  input('threads').max = String(Math.max(maxThreads, settings.threads))
  for (const [id, name] of Object.entries(boxes)) setValue(input(id), settings[name])
  for (const [id, name] of Object.entries(numbers)) setValue(input(id), settings[name] ?? undefined)
  setValue(input('hot'), settings.maxCelsius !== null)
  input('celsius').disabled = settings.maxCelsius === null
  input('idle-minutes').disabled = !settings.isOnlyIdle
  drawSliders()
  drawNotes(state)
}
