import { sizeText } from '#lib/text/size.ts'
import { formatRate } from '../../format-rate.ts'
import type { GpuState } from '../gpu-state.ts'
import type { WindowState } from '../window-state.ts'
import { button, html, input, setText } from './dom.ts'
import { drawProgress, startProgress } from './progress-strip.ts'
import type { ChangePath, Send } from './requests.ts'
import { translate } from './texts.ts'

const acts: Readonly<Record<string, ChangePath>> = {
  'gpu-check': 'gpu/check',
  'gpu-download': 'gpu/download',
  'gpu-cancel': 'gpu/cancel',
  'gpu-retry': 'gpu/retry',
}

export function startGpuPanel(send: Send): void {
  input('gpu-on').addEventListener('change', () => void send('gpu', { isOn: input('gpu-on').checked }))
  for (const [id, path] of Object.entries(acts))
    button(id).addEventListener('click', () => {
      // The button is about to go; the keyboard stays in its panel.
      html('gpu').focus({ preventScroll: true })
      void send(path, {})
    })
  startProgress('gpu-progress')
}

function sentenceOf({ gpu, pause }: WindowState): string {
  switch (gpu.state) {
    case 'downloading':
      return translate('update.progress', { received: sizeText(gpu.received), size: sizeText(gpu.file.size) })
    case 'checking':
      return translate('update.checking')
    case 'running':
      return translate(pause ? 'gpu.paused' : 'gpu.running')
    case 'failed':
      return translate('gpu.failed')
    default:
      return translate(`gpu.${gpu.state}`)
  }
}

function problemOf(gpu: GpuState): string {
  if (gpu.state === 'failed') return translate(`gpu.problem.${gpu.reason}`)
  if (gpu.state !== 'available' || !gpu.problem) return ''
  return translate(`update.${gpu.problem}`, { detail: gpu.detail ?? '' })
}

/** The engine is on this PC, so that the card can be switched. */
const isReady = ({ state }: GpuState): boolean => ['off', 'waiting', 'starting', 'running', 'failed'].includes(state)

function drawFacts(state: WindowState): void {
  const { gpu, pause } = state
  const file = 'file' in gpu ? gpu.file : undefined
  html('gpu-file').hidden = !file
  html('gpu-card').hidden = gpu.state !== 'running'
  if (file) {
    setText(html('gpu-size'), sizeText(file.size))
    setText(html('gpu-hash'), file.sha256)
  }
  if (gpu.state === 'running') {
    setText(html('gpu-name'), gpu.card)
    setText(html('gpu-rate'), formatRate(pause ? 0 : gpu.rate))
  }
}

export function drawGpuPanel(state: WindowState): void {
  const { gpu } = state
  setText(html('gpu-text'), sentenceOf(state))
  setText(html('gpu-problem'), problemOf(gpu))
  // The driver says no more than the sentence where there is no card.
  setText(html('gpu-detail'), gpu.state === 'failed' && gpu.reason !== 'no-card' ? gpu.detail : '')
  html('gpu-switch').hidden = !isReady(gpu)
  input('gpu-on').checked = gpu.isOn
  drawFacts(state)
  drawProgress('gpu-progress', gpu.state === 'downloading' ? { ...gpu.file, received: gpu.received } : undefined)
  button('gpu-check').hidden = gpu.state !== 'unknown' && gpu.state !== 'unreachable'
  button('gpu-download').hidden = gpu.state !== 'available' && !(gpu.state === 'failed' && gpu.file)
  button('gpu-cancel').hidden = gpu.state !== 'downloading'
  button('gpu-retry').hidden = gpu.state !== 'failed' || gpu.reason === 'crashed'
}
