import type { MinerControl } from './control.ts'
import type { Display } from './display.ts'
import { type Observer, startObserver } from './observer.ts'
import type { Environment } from './probes/linux.ts'
import { createSensors } from './probes/sensors.ts'
import { systemProbes } from './probes/system-probes.ts'

const INPUT_UNKNOWN =
  'This system does not report when it is in use, so the miner does not wait for that. Use --hours 22-7 to limit the hours.'

const DESKTOP_UNKNOWN =
  'This desktop does not report when it is in use, so the miner does not mine. On X11 install xprintidle (on Debian and Ubuntu: sudo apt install xprintidle), or start with --always to mine while it is in use.'

/** Tells the control what this PC does, and says once where the system does not tell about input. */
export function watchSystem(control: MinerControl, { display, env }: { display: Display; env: Environment }): Observer {
  const observer = startObserver(control, { probes: systemProbes(env), readSensors: createSensors({ root: '/' }) })
  const first = observer.first.then(() => {
    const { settings, conditions } = control
    if (!settings.isOnlyIdle || conditions.idleSeconds !== undefined) return
    if (conditions.hasDesktop) display.say('desktop-unknown', DESKTOP_UNKNOWN)
    else if (settings.schedule === null) display.say('input-unknown', INPUT_UNKNOWN)
  })
  return { ...observer, first }
}
