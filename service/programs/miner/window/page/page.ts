import type { WindowState } from '../window-state.ts'
import { drawBindPanel, startBindPanel } from './bind-panel.ts'
import { createConditionRows } from './condition-rows.ts'
import { html, setText } from './dom.ts'
import { drawGpuPanel, startGpuPanel } from './gpu-panel.ts'
import { drawLog, startLogPanel } from './log-panel.ts'
import { readState, type Send, sendChange } from './requests.ts'
import { drawGrid, drawSchedulePanel, startSchedulePanel } from './schedule-panel.ts'
import { drawSettingsPanel, startSettingsPanel } from './settings-panel.ts'
import { drawEnd, drawStatePanel, startStatePanel } from './state-panel.ts'
import { drawSystemPanel, drawWorkPanel, startSystemPanel } from './system-panel.ts'
import { startLanguage, translate } from './texts.ts'
import { startTheme } from './theme.ts'
import { drawTodayPanel } from './today-panel.ts'
import { drawUpdatePanel, startUpdatePanel } from './update-panel.ts'

const POLL_MS = 1_000
/** Requests without an answer until the page says so. */
const MAX_FAILURES = 3
const TOAST_MS = 3_000

let latest: WindowState | undefined
let failures = 0
let changes = 0
let toastTimer: number | undefined

function showToast(key: 'when.saved' | 'when.failed'): void {
  const toast = html('toast')
  toast.hidden = false
  setText(toast, translate(key))
  clearTimeout(toastTimer)
  toastTimer = window.setTimeout(() => {
    toast.hidden = true
  }, TOAST_MS)
}

function draw(): void {
  if (!latest) return
  if (failures >= MAX_FAILURES) {
    drawEnd(latest.isEnding ? 'ended' : 'gone')
    return
  }
  drawStatePanel(latest)
  drawTodayPanel(latest)
  drawBindPanel(latest)
  drawSettingsPanel(latest)
  drawSchedulePanel(latest.settings)
  drawGpuPanel(latest)
  drawSystemPanel(latest)
  drawWorkPanel(latest)
  drawUpdatePanel(latest)
}

const send: Send = async (path, body) => {
  changes += 1
  try {
    latest = await sendChange(path, body)
    if (path === 'settings' || path === 'gpu') showToast('when.saved')
  } catch {
    showToast('when.failed')
  } finally {
    changes -= 1
  }
  draw()
}

async function poll(): Promise<void> {
  if (document.visibilityState === 'hidden' || changes > 0) return
  try {
    const state = await readState()
    // A state that was read before a change must not undo it on the page.
    if (changes > 0) return
    latest = state
    failures = 0
    await drawLog()
  } catch {
    failures = latest?.isEnding ? MAX_FAILURES : failures + 1
  }
  // Nor one that was read before a change that began while the log was read.
  if (changes === 0) draw()
}

createConditionRows()
startTheme()
startLanguage(() => {
  drawGrid()
  draw()
  void drawLog()
})
startStatePanel(send)
startBindPanel(send)
startSchedulePanel(startSettingsPanel(send))
startGpuPanel(send)
startSystemPanel(send)
startUpdatePanel(send)
startLogPanel()
void poll()
setInterval(() => void poll(), POLL_MS)
document.addEventListener('visibilitychange', () => void poll())
