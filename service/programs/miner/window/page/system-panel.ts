import type { WindowState } from '../window-state.ts'
import { button, byId, html, input, setText } from './dom.ts'
import type { Send } from './requests.ts'
import { translate } from './texts.ts'

export function startSystemPanel(send: Send): void {
  const dialog = byId('stop-dialog', HTMLDialogElement)
  input('autostart').addEventListener('change', () => void send('autostart', { isEnabled: input('autostart').checked }))
  button('stop').addEventListener('click', () => dialog.showModal())
  button('stop-cancel').addEventListener('click', () => dialog.close())
  button('stop-confirm').addEventListener('click', () => {
    dialog.close()
    void send('stop', {})
  })
}

function autostartText({ autostart }: WindowState): string {
  if (!autostart) return translate('system.unavailable')
  return translate(autostart.isEnabled ? `system.${autostart.by}` : 'system.off', { place: autostart.place })
}

export function drawSystemPanel(state: WindowState): void {
  input('autostart').disabled = state.autostart === undefined
  input('autostart').checked = state.autostart?.isEnabled ?? false
  setText(html('autostart-text'), autostartText(state))
  button('stop').hidden = state.isEnding
}

export function drawWorkPanel({ service, status }: WindowState): void {
  setText(html('work-text'), translate('work.text', { service: new URL(service).host }))
  setText(html('engine'), status ? translate(`work.${status.engine}`) : '')
  byId('dashboard', HTMLAnchorElement).href = `${service}/user/overview-main/overview`
}
