import type { DeviceCalls } from './devices/device-calls.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    /** Reports and other calls of devices, which this node answers in batches. */
    deviceCalls: DeviceCalls
  }
}
