import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const Identity = v.object({ service: v.string(), deviceId: v.string(), token: v.string() })

/** What proves that this device is the one that was bound. */
export type Identity = v.InferOutput<typeof Identity>

/** Reads the file of a service; none, or one of another service, is no identity. */
export function readIdentity(file: string, service: string): Identity | undefined {
  try {
    const identity = v.parse(Identity, JSON.parse(readFileSync(file, 'utf8')))
    return identity.service === service ? identity : undefined
  } catch {
    return undefined
  }
}

/** Writes the file with mode 0600, whole or not at all. */
export function writeIdentity(file: string, identity: Identity): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600 })
  chmodSync(scratch, 0o600)
  renameSync(scratch, file)
}
