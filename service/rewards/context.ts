import type { ValidDevices } from './ambassadors/valid-devices.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    validDevices: ValidDevices
  }
}
