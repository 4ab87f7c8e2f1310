import { atom } from 'nanostores'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { hostedGpus } from '#lib/contract/gpu.ts'
import {
  machineToken,
  type OwnMachine,
  offerMachine,
  ownMachines,
  resumeMachine,
  setMachineTemplates,
  stopMachine,
} from '#lib/contract/gpu-machines.ts'
import { hostCommand } from '#lib/rules/host-program.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'

const REFRESH_MS = 15_000

export const $machines = createResource(ownMachines, { $payload: atom({}), everyMs: REFRESH_MS })
export const $hosting = createResource(hostedGpus, { $payload: atom({}), everyMs: REFRESH_MS })

const reload = (): Promise<unknown> => Promise.all([$machines.reload(), $hosting.reload()])

export async function offer(request: Omit<RequestOf<typeof offerMachine>, 'consent'>): Promise<void> {
  await call(offerMachine, { ...request, consent: true }).finally(reload)
}

/** The command that starts the host with a new token, which the service returns only once. */
export async function makeToken({ id }: OwnMachine): Promise<string> {
  const { token } = await call(machineToken, { id }).finally(reload)
  return hostCommand(location.origin, token)
}

export async function stop({ id }: OwnMachine): Promise<void> {
  await call(stopMachine, { id }).finally(reload)
}

export async function setTemplates(
  { id }: OwnMachine,
  policy: Omit<RequestOf<typeof setMachineTemplates>, 'id'>,
): Promise<void> {
  await call(setMachineTemplates, { id, ...policy }).finally(reload)
}

export async function resume({ id }: OwnMachine): Promise<void> {
  await call(resumeMachine, { id }).finally(reload)
}
