import type { LogLine } from '../window-display.ts'
import type { WindowState } from '../window-state.ts'

/** Addresses are relative to the page, whose own path has the secret. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // It arrives even where the page is closed meanwhile.
      keepalive: true,
    }),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return (await response.json()) as T
}

export const readState = (): Promise<WindowState> => ask('state')
export const readLog = (): Promise<LogLine[]> => ask('log')

export type ChangePath =
  | 'bind'
  | 'settings'
  | 'pause'
  | 'autostart'
  | 'gpu'
  | 'gpu/check'
  | 'gpu/download'
  | 'gpu/cancel'
  | 'gpu/retry'
  | 'update/check'
  | 'update/download'
  | 'stop'

export const sendChange = (path: ChangePath, body: object): Promise<WindowState> => ask(path, body)

/** Sends a change, and draws the state after it. */
export type Send = (path: ChangePath, body: object) => Promise<void>
