import { atom } from 'nanostores'

/** Whether the service has said that it is a demo, whose figures are simulated. Known once its key has been asked for. */
export const $isDemo = atom(false)
