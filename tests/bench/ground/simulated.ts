import { fileURLToPath } from 'node:url'
import { startProcess } from '#world/child.ts'
import type { ServiceProcess } from '#world/service-process.ts'
import { serviceArguments } from '../../../scripts/lib/setup.mjs'
import { type Ground, startGround } from './service.ts'

const program = fileURLToPath(new URL('simulated-service.ts', import.meta.url))

/** A ground whose service accepts every share, at the time that `goTo` sets. */
export interface SimulatedGround extends Ground {
  goTo(time: number): Promise<void>
}

/** The service of a checkout, this one or another, which needs no git: a folder with its files and `node_modules`. */
export async function startSimulatedGround(checkout: string): Promise<SimulatedGround> {
  let goTo: SimulatedGround['goTo'] = () => Promise.reject(new Error('the service has not started'))
  const options = serviceArguments.filter((one) => one.startsWith('--')).join(' ')
  const ground = await startGround(undefined, async (settings): Promise<ServiceProcess> => {
    const service = await startProcess({ ...settings, NODE_OPTIONS: options, CHECKOUT: checkout }, program)
    goTo = service.goTo
    return {
      address: service.origin,
      mailbox: service.mailbox,
      pid: service.child.pid ?? 0,
      output: service.output,
      end: service.stop,
    }
  })
  return { ...ground, goTo }
}
