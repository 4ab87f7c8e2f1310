import type { Backend, CreateBackend } from './backend.ts'
import { openEnvelope, parseEnvelope, UnopenableError } from './envelope.ts'
import { assertPrivateKey } from './key.ts'
import { createNoble, publicKeyOf } from './noble.ts'
import { knownAnswer } from './parameters.ts'
import { createWasm } from './wasm.ts'

export { UnopenableError } from './envelope.ts'

export interface OpenerLog {
  info(message: string): void
  warn(message: string): void
}

export interface Sm2Opener {
  /** Decrypts `q`. Throws an UnopenableError, and no other, whatever is wrong with it. */
  open(q: unknown): string
  /** `04` and 128 hex digits; clients encrypt for it. */
  readonly publicKey: string
  readonly backend: Backend['name']
}

export interface OpenerOptions {
  /** 64 hex digits. */
  privateKey: string
  /** The key before the last rotation; it is tried second. */
  previousKey?: string | undefined
  log?: OpenerLog | undefined
  /** In order of preference. */
  candidates?: readonly CreateBackend[]
}

/** Decrypts requests sealed with SM2. Throws at the start when a key is invalid or no back end works. */
export function createSm2Opener(parts: OpenerOptions): Sm2Opener {
  const { privateKey, previousKey, candidates = [createWasm, createNoble] } = parts
  assertPrivateKey(privateKey, 'the SM2 private key')
  if (previousKey !== undefined) assertPrivateKey(previousKey, 'the previous SM2 private key')
  const create = firstWorking(candidates, parts.log)
  const keys = previousKey === undefined ? [privateKey] : [privateKey, previousKey]
  const backends = keys.map((key) => create(Buffer.from(key, 'hex')))
  const backend = (backends[0] as Backend).name
  parts.log?.info(`SM2 back end: ${backend}`)
  return { open: (q) => openWithAny(backends, q), publicKey: publicKeyOf(privateKey), backend }
}

function openWithAny(backends: readonly Backend[], q: unknown): string {
  const envelope = parseEnvelope(q)
  for (const backend of backends) {
    const shared = backend.derive(envelope.c1)
    try {
      return openEnvelope(envelope, shared)
    } catch (error) {
      if (!(error instanceof UnopenableError)) throw error
    } finally {
      shared.fill(0)
    }
  }
  throw new UnopenableError()
}

function firstWorking(candidates: readonly CreateBackend[], log: OpenerLog | undefined): CreateBackend {
  for (const create of candidates) {
    try {
      const backend = create(Buffer.from(knownAnswer.privateKey, 'hex'))
      const envelope = parseEnvelope(knownAnswer.sealed)
      if (openEnvelope(envelope, backend.derive(envelope.c1)) === knownAnswer.text) return create
    } catch (error) {
      log?.warn(`an SM2 back end failed its known-answer test: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error('no SM2 back end opens the known answer')
}
