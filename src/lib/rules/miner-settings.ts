import type { MinerSettings } from '../contract/miner-settings.ts'

/** Settings of a device whose user has changed none. The number of threads depends on its processor. */
export const defaultMinerSettings = {
  throttle: 100,
  isOnlyIdle: true,
  idleMinutes: 5,
  isOnlyOnMains: true,
  isPausedFullScreen: true,
  maxCelsius: 85,
  schedule: null,
} as const satisfies Omit<MinerSettings, 'threads'>
