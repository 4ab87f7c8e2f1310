/** `open` shows the window in a browser, `background` serves it until somebody asks for it, `none` serves nothing. */
export type WindowMode = 'open' | 'background' | 'none'

interface Start {
  /** The mode that an option named. */
  named: WindowMode | undefined
  json: boolean
  isTerminal: boolean
  platform: NodeJS.Platform
  pid: number
  env: Readonly<Record<string, string | undefined>>
}

/** systemd 248 and newer name the process that they start; older ones leave an id that every child inherits. */
const isSystemdService = ({ env, pid }: Start): boolean =>
  env.SYSTEMD_EXEC_PID === undefined ? env.INVOCATION_ID !== undefined : env.SYSTEMD_EXEC_PID === String(pid)

const hasScreen = ({ env, platform }: Start): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** A click starts the program without a terminal. A service, a script and a machine without a screen get no browser. */
export function windowModeOf(start: Start): WindowMode {
  if (start.named) return start.named
  return start.json || start.isTerminal || isSystemdService(start) || !hasScreen(start) ? 'none' : 'open'
}
