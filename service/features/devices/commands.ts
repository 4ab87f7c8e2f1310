import type { Command } from '../../operate/command.ts'
import { devices } from '../../operate/people.ts'
import { projects } from '../../operate/projects.ts'

export const commands: readonly Command[] = [devices, projects]
