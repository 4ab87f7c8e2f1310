import type { Command } from '#service/programs/operate/command.ts'
import { devices } from '#service/programs/operate/people.ts'
import { projects } from '#service/programs/operate/projects.ts'

export const commands: readonly Command[] = [devices, projects]
