import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { makeFolder } from '#service/platform/folders.ts'
import { type EngineName, engineNames } from './engine.ts'

/**
 * The record of this host's rentals on its disk: the driver and the engine with which each began, so that a later start
 * neither enters a renter anywhere else nor forgets to wipe what it cannot see (ADR-174).
 */

const Binding = v.object({
  engine: v.picklist(engineNames),
  /** Its storage: the same engine of another user, or of another address, has other containers. */
  storage: v.string(),
  /** Whether its container has been created; one that is absent afterwards has lost its data. */
  isMade: v.boolean(),
  /** Anonymous volumes of its container, which carry no label. */
  volumes: v.array(v.string()),
  /** The image of a template, which is deleted with the rental: others rarely use it. */
  image: v.optional(v.string()),
})
export type Binding = v.InferOutput<typeof Binding>

const Record = v.object({ machineId: v.nullable(v.string()), rentals: v.record(v.string(), Binding) })

export interface Bindings {
  readonly file: string
  /** The id of this machine; undefined before the service has named it once. */
  readonly machineId: string | undefined
  setMachineId(id: string): void
  ids(): string[]
  get(rentalId: string): Binding | undefined
  set(rentalId: string, binding: Binding): void
  delete(rentalId: string): void
  /** The engine of the recorded rentals; undefined where there is none. */
  engine(): EngineName | undefined
}

export function openBindings(dataDir: string): Bindings {
  makeFolder(dataDir, 0o700)
  const file = path.join(dataDir, 'rentals.json')
  const record = read(file)

  function save(): void {
    const draft = `${file}.draft`
    const fd = openSync(draft, 'w', 0o600)
    try {
      writeSync(fd, JSON.stringify(record))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, file)
  }

  return {
    file,
    get machineId() {
      return record.machineId ?? undefined
    },
    setMachineId(id) {
      if (record.machineId === id) return
      record.machineId = id
      save()
    },
    ids: () => Object.keys(record.rentals),
    get: (id) => record.rentals[id],
    set(id, binding) {
      record.rentals[id] = binding
      save()
    },
    delete(id) {
      if (!(id in record.rentals)) return
      delete record.rentals[id]
      save()
    },
    engine: () => Object.values(record.rentals)[0]?.engine,
  }
}

function read(file: string): v.InferOutput<typeof Record> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { machineId: null, rentals: {} }
  }
  try {
    return v.parse(Record, JSON.parse(text))
  } catch {
    throw new Error(`${file} is damaged. Remove the containers named idleforge-*, then this file`)
  }
}
