import { sizeText } from '#lib/text/size.ts'
import type { WindowState } from '../window-state.ts'
import { button, html, setText } from './dom.ts'
import { drawProgress, startProgress } from './progress-strip.ts'
import type { Send } from './requests.ts'
import { currentLanguage, translate } from './texts.ts'

export function startUpdatePanel(send: Send): void {
  button('check').addEventListener('click', () => void send('update/check', {}))
  button('download').addEventListener('click', () => void send('update/download', {}))
  startProgress('progress')
}

function headingOf({ update, version }: WindowState): string {
  return 'update' in update
    ? translate('update.available', { version: update.update.version })
    : translate('update.installed', { version })
}

function textOf({ update, version }: WindowState): string {
  switch (update.state) {
    case 'available':
      return translate('update.installed', { version })
    case 'downloading':
      return translate('update.progress', {
        received: sizeText(update.received),
        size: sizeText(update.update.size),
      })
    case 'downloaded':
      return `${translate('update.downloaded', { file: update.file })} ${translate('update.next')}`
    default:
      return translate(`update.${update.state}`)
  }
}

export function drawUpdatePanel(state: WindowState): void {
  const { update } = state
  setText(html('version-heading'), headingOf(state))
  setText(html('version-text'), textOf(state))
  html('update').hidden = !('update' in update)
  button('check').hidden = 'update' in update
  button('check').disabled = update.state === 'checking'
  button('download').hidden = update.state !== 'available'
  drawProgress(
    'progress',
    update.state === 'downloading' ? { received: update.received, size: update.update.size } : undefined,
  )
  if (!('update' in update)) return
  const { notes, notesZh, size, sha256 } = update.update
  setText(html('notes'), currentLanguage() === 'zh' ? notesZh : notes)
  setText(html('update-size'), sizeText(size))
  setText(html('update-hash'), sha256)
  const problem = update.state === 'available' ? update.problem : undefined
  const detail = (update.state === 'available' && update.detail) || ''
  setText(html('update-problem'), problem ? translate(`update.${problem}`, { detail }) : '')
}
