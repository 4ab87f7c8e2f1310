import { formatMoment, nextMorning } from '#lib/time/moments.ts'
import { formatRate } from '../../format-rate.ts'
import { formatUptime } from '../../format-uptime.ts'
import type { WindowState } from '../window-state.ts'
import { chartPaths } from './chart-path.ts'
import { button, byId, html, setText } from './dom.ts'
import type { Send } from './requests.ts'
import { sentenceOf } from './sentence.ts'
import { languageTag, translate } from './texts.ts'

const MINUTE_MS = 60_000

export function startStatePanel(send: Send): void {
  const pauseBy = (id: string, until: () => number) =>
    button(id).addEventListener('click', () => void send('pause', { until: until() }))
  pauseBy('pause-minutes', () => Date.now() + 10 * MINUTE_MS)
  pauseBy('pause-hour', () => Date.now() + 60 * MINUTE_MS)
  pauseBy('pause-tomorrow', nextMorning)
  button('resume').addEventListener('click', () => {
    // The button is about to go; the keyboard stays at its place.
    button('pause-minutes').focus()
    void send('pause', { until: null })
  })
}

/** Draws the sentence of a state that the miner itself can't tell: it has ended. */
export function drawEnd(key: 'ended' | 'gone'): void {
  html('mark').dataset.kind = 'off'
  setText(html('sentence-text'), translate(`state.${key}`))
}

function drawRate(element: Element, rate: number): void {
  const [value = '', unit = ''] = formatRate(rate).split(' ')
  if (element.textContent === `${value}${unit}`) return
  const small = document.createElement('small')
  small.textContent = unit
  element.replaceChildren(value, small)
}

function drawChart({ rates }: WindowState): void {
  const { line, area, verified } = chartPaths(rates)
  byId('line', SVGPathElement).setAttribute('d', line)
  byId('area', SVGPathElement).setAttribute('d', area)
  byId('verified-line', SVGPathElement).setAttribute('d', verified)
  const highest = formatRate(Math.max(0, ...rates.flat()))
  setText(byId('chart-title', SVGTitleElement), translate('rate.chart', { highest }))
}

export function drawStatePanel(state: WindowState): void {
  const { status, pause } = state
  const sentence = sentenceOf(state, Date.now(), (at) => formatMoment(at, languageTag()))
  html('mark').dataset.kind = sentence.mark
  setText(html('sentence-text'), translate(sentence.key, sentence.values))
  setText(html('device'), state.name)
  html('mining').hidden = state.binding.state !== 'bound' || state.isEnding
  drawRate(html('local'), pause ? 0 : (status?.localRate ?? 0))
  setText(html('verified'), formatRate(status?.verifiedRate ?? 0))
  setText(html('accepted'), String(status?.accepted ?? 0))
  setText(html('refused'), String(status?.refused ?? 0))
  setText(html('uptime'), formatUptime(status?.uptimeSeconds ?? 0))
  button('resume').hidden = pause?.reason !== 'user'
  drawChart(state)
}
