import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OrderedTemplate } from '#lib/contract/host.ts'
import { createArguments, nameOf, START_FILE } from './container-arguments.ts'
import type { Order } from './driver.ts'
import { type Engine, EngineRefusalError } from './engine.ts'
import { problemOf } from './image-pulls.ts'
import { ImageProblemError } from './image-registry.ts'

interface Start {
  id: string
  template: OrderedTemplate
  /** A folder that only the host's user may read. */
  folder: string
  options: Parameters<typeof createArguments>[1]
}

/** Creates and starts the container of a template, with its environment and its start script. */
export async function startTemplate({ change }: Engine, { id, template, folder, options }: Start): Promise<void> {
  const variablesFile = path.join(folder, `${id}.env`)
  const startFile = path.join(folder, `${id}.start`)
  try {
    const lines = template.variables.map(({ name, value }) => `${name}=${value}\n`)
    writeFileSync(variablesFile, lines.join(''), { mode: 0o600 })
    await change(...createArguments({ id, image: '', keys: [], template }, { ...options, variablesFile }))
    if (template.start !== '') {
      // Everybody inside may read it; the folder keeps others outside from it.
      writeFileSync(startFile, template.start, { mode: 0o644 })
      await change('cp', startFile, `${nameOf(id)}:${START_FILE}`)
    }
    await change('start', nameOf(id))
  } catch (error) {
    throw (error instanceof EngineRefusalError && problemOf(error, template.image)) || error
  } finally {
    for (const file of [variablesFile, startFile]) rmSync(file, { force: true })
  }
}

/** A new container that has ended at once: one of a template lacks the programs that every rental needs. */
export const endedAtOnce = ({ template }: Order, isNew: boolean): Error =>
  template && isNew
    ? new ImageProblemError('imageUnusable', `${template.image} has no shell or no sleep`)
    : new Error('its container ended as soon as it was started')
