import type { DeviceState } from './device-state.ts'

/** The devices that this node has written last, as it left them. */
export interface DeviceMemory {
  /** Takes a state out: only a write that succeeds puts its successor back. */
  take(tokenHash: string): DeviceState | undefined
  put(tokenHash: string, state: DeviceState): void
  /** Forgets all: after a failover that lost writes, another row version may get the number of a lost one. */
  clear(): void
}

/**
 * A remembered state may be out of date at any time. It carries the versions of its rows, and a write succeeds only where these are still
 * the current ones: no notification is needed, and none can be missed.
 */
export function createDeviceMemory(maxDevices: number): DeviceMemory {
  /** In the order of the last writes. */
  const states = new Map<string, DeviceState>()
  return {
    take(tokenHash) {
      const state = states.get(tokenHash)
      states.delete(tokenHash)
      return state
    },
    clear: () => states.clear(),
    put(tokenHash, state) {
      states.set(tokenHash, state)
      for (const oldest of states.keys()) {
        if (states.size <= maxDevices) break
        states.delete(oldest)
      }
    },
  }
}
