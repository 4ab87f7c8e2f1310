import { type Bus, parseNumber } from './dbus.ts'
import { UnknownError } from './probe.ts'

const MS = 1_000

/** Mutter's monitor: GNOME and its relatives, on X11 and Wayland. */
const mutter = {
  service: 'org.gnome.Mutter.IdleMonitor',
  path: '/org/gnome/Mutter/IdleMonitor/Core',
  method: 'org.gnome.Mutter.IdleMonitor.GetIdletime',
}

/** KDE's screen locker: milliseconds on X11, an error on Wayland. */
const screenSaver = {
  service: 'org.freedesktop.ScreenSaver',
  path: '/org/freedesktop/ScreenSaver',
  method: 'org.freedesktop.ScreenSaver.GetSessionIdleTime',
}

/** Sources of the seconds without input that the desktop tells on the session's bus. */
export const desktopIdleSources = (bus: Bus): (() => Promise<number>)[] =>
  [mutter, screenSaver].map((call) => async () => {
    const ms = parseNumber(await bus({ bus: 'session', ...call }))
    if (ms === undefined) throw new UnknownError(`${call.service} tells no idle time`)
    return ms / MS
  })
