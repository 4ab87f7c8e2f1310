import { type Environment, linuxProbes } from './linux.ts'
import { macProbes } from './mac.ts'
import type { Probe } from './probe.ts'
import { UnknownError } from './probe.ts'
import { readProcessorCelsius } from './temperature.ts'
import { createWindowsProbe, startPowerShell } from './windows.ts'

const temperatureProbe = (root: string): Probe => ({
  isNeeded: ({ maxCelsius }) => maxCelsius !== null,
  async read() {
    const celsius = await readProcessorCelsius(root)
    if (celsius === undefined) throw new UnknownError('no sensor of the processor tells')
    return { celsius }
  },
})

/** The probes of this system; none where it tells nothing. */
export function systemProbes(env: Environment, platform: NodeJS.Platform = process.platform): Probe[] {
  if (platform === 'win32') return [createWindowsProbe(startPowerShell(env.SystemRoot ?? 'C:\\Windows'))]
  if (platform === 'darwin') return macProbes()
  return [...linuxProbes({ env, root: '/' }), temperatureProbe('/')]
}
