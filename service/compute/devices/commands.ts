import { projects } from '#service/compute/devices/operator/projects.ts'
import type { Command } from '#service/platform/operator/act.ts'
import { devices } from './operator/devices.ts'

export const commands: readonly Command[] = [devices, projects]
