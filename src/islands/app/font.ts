import { remember } from '#lib/session/storage.ts'

/**
 * Asks for the font: on a slow line nothing of a first screen waits for it. A later visit has it in its cache and asks
 * before the first paint (layouts/boot.ts).
 */
export function askForFont(): void {
  if (document.documentElement.dataset.font === '1') return
  document.documentElement.dataset.font = '1'
  remember('font', '1')
}
