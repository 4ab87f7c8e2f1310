import { atom } from 'nanostores'

/** True if the service is a demo with simulated figures. Known after its public key was fetched. */
export const $isDemo = atom(false)
