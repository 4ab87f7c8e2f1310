import { UnknownError } from './probe.ts'
import { isMissing, type RunProgram } from './run-program.ts'

const MS = 1_000

/** Seconds without input in the output of `xprintidle` and `xssstate -i`: milliseconds. */
export const parseIdleMs = (output: string): number | undefined =>
  /^\d+\s*$/.test(output) ? Number(output) / MS : undefined

/** The X server's idle time, by a small program that the user may have installed. */
export async function readX11Idle(run: RunProgram): Promise<number> {
  const output = await run('xprintidle', []).catch((error: unknown) => {
    if (isMissing(error)) return run('xssstate', ['-i'])
    throw error
  })
  const seconds = parseIdleMs(output)
  if (seconds === undefined) throw new UnknownError('the X server tells no idle time')
  return seconds
}

/** Id of the active window in the output of `xprop -root _NET_ACTIVE_WINDOW`; undefined where no window is active. */
export const parseActiveWindow = (output: string): string | undefined => {
  const id = /window id # (0x[\da-f]+)/.exec(output)?.[1]
  return id === '0x0' ? undefined : id
}

export const parseFullScreen = (output: string): boolean => output.includes('_NET_WM_STATE_FULLSCREEN')

/** Whether the active window fills the screen. Rejects where the window manager does not tell. */
export async function readX11FullScreen(run: RunProgram): Promise<boolean> {
  const root = await run('xprop', ['-root', '_NET_ACTIVE_WINDOW'])
  if (!root.includes('window id #')) throw new UnknownError('the window manager names no active window')
  const id = parseActiveWindow(root)
  return id !== undefined && parseFullScreen(await run('xprop', ['-id', id, '_NET_WM_STATE']))
}
