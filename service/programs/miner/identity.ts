import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { writeDurably } from '#service/platform/durable-file.ts'
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

/** The last good copy of an identity file, for one that a failing disk has damaged. */
const copyOf = (file: string): string => file.replace(/(\.json)?$/, '.copy.json')

/** The text of a file; undefined where there is none. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fileError(`read from ${file}`, error)
  }
}

const toText = (identity: Identity): string => `${JSON.stringify(identity, null, 2)}\n`

/** Writes a file where it can be written: the identity is known without it. */
function tryToWrite(file: string, identity: Identity): void {
  try {
    writeDurably(file, toText(identity))
  } catch {}
}

/**
 * Reads the identity file; undefined when it is missing or belongs to another service. A damaged file is restored from its copy, which
 * `onRestored` tells. Throws UsageError.
 */
export function readIdentity(file: string, service: string, onRestored: () => void): Identity | undefined {
  const text = readText(file)
  // The copy of a deleted file is not used: its user wants to bind anew.
  if (text === undefined) return undefined
  const copy = readText(copyOf(file))
  const identity = parse(text)
  const kept = identity ?? (copy === undefined ? undefined : parse(copy))
  if (!kept) throw fileError(`read from ${file}`, new Error('it holds none. Bind the device again with --code'))
  if (!identity) {
    tryToWrite(file, kept)
    onRestored()
  } else if (copy !== toText(identity)) tryToWrite(copyOf(file), identity)
  return kept.service === service ? kept : undefined
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

/** Writes the file and its copy, each atomically and with mode 0600. */
export function writeIdentity(file: string, identity: Identity): void {
  writeDurably(file, toText(identity))
  tryToWrite(copyOf(file), identity)
}
