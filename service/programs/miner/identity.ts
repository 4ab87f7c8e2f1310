import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { makeFolder } from '#service/platform/folders.ts'
import { UsageError } from './options.ts'

const Identity = v.object({ service: v.string(), deviceId: v.string(), token: v.string() })

/** The credentials of a bound device. */
export type Identity = v.InferOutput<typeof Identity>

const fileError = (act: string, error: unknown): UsageError =>
  new UsageError(
    `The device's token can't be ${act}: ${(error as Error).message}. Name another file with --state FILE.`,
  )

function parse(text: string): Identity | undefined {
  try {
    return v.parse(Identity, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Reads the identity file; undefined when it is missing or belongs to another service. Throws UsageError. */
export function readIdentity(file: string, service: string): Identity | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fileError(`read from ${file}`, error)
  }
  const identity = parse(text)
  if (!identity) throw fileError(`read from ${file}`, new Error('it holds none. Bind the device again with --code'))
  return identity.service === service ? identity : undefined
}

const scratchOf = (file: string): string => `${file}.${process.pid}`

/** Throws UsageError where the identity could not be written. Checked before a code is spent, since a code works once. */
export function assertWritable(file: string): void {
  try {
    makeFolder(path.dirname(file), 0o700)
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    writeFileSync(scratchOf(file), '', { mode: 0o600 })
    rmSync(scratchOf(file))
  } catch (error) {
    throw fileError(`kept in ${file}`, error)
  }
}

/** Writes the file atomically with mode 0600. */
export function writeIdentity(file: string, identity: Identity): void {
  const scratch = scratchOf(file)
  writeFileSync(scratch, `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600 })
  chmodSync(scratch, 0o600)
  renameSync(scratch, file)
}
