import { atom, computed } from 'nanostores'
import {
  closePort as closePortCall,
  extendGpu,
  myGpus,
  publishPort as publishPortCall,
  type Rental,
  releaseGpu,
  rentalDetail,
  restartGpu,
  setRentalKeys as setKeysCall,
} from '#lib/contract/gpu.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'
import { $isPhone, partOf } from '../../core/lists/phone.ts'

/** A starting rental is polled often, because its user is waiting for access. */
const WATCH_MS = 4_000
export const SIZE = 10

export const $page = atom(1)
export const $rentals = createResource(myGpus, {
  $payload: computed([$page, $isPhone], (page, isPhone) => partOf({ page, size: SIZE }, isPhone)),
  everyMs: WATCH_MS,
})

/** The rental whose log and load are shown. */
export const $openRental = atom<string | undefined>()
export const $detail = createResource(rentalDetail, {
  $payload: computed($openRental, (rentalId) => (rentalId ? { rentalId } : undefined)),
  everyMs: WATCH_MS,
})

const reload = (): Promise<unknown> => Promise.all([$rentals.reload(), $detail.reload()])

export async function release({ id }: Rental): Promise<void> {
  await call(releaseGpu, { rentalId: id }).finally(reload)
}

export async function restart({ id }: Rental): Promise<void> {
  await call(restartGpu, { rentalId: id }).finally(reload)
}

export async function extend({ id }: Rental, hours: number | null): Promise<void> {
  await call(extendGpu, { rentalId: id, hours }).finally(reload)
}

export async function publishPort(rentalId: string, port: number): Promise<void> {
  await call(publishPortCall, { rentalId, port }).finally($detail.reload)
}

export async function closePort(rentalId: string, port: number): Promise<void> {
  await call(closePortCall, { rentalId, port }).finally($detail.reload)
}

export async function setRentalKeys(rentalId: string, keyIds: readonly string[]): Promise<void> {
  await call(setKeysCall, { rentalId, keyIds: [...keyIds] }).finally($detail.reload)
}

/** The terminal command for access. */
export const commandOf = ({ host, port, user }: NonNullable<Rental['access']>): string =>
  `ssh -p ${port} ${user}@${host}`
