import * as v from 'valibot'
import type { PublicRead } from '../contract/endpoint.ts'
import { TransportError } from './errors.ts'
import { timeLimit } from './time-limit.ts'

/** Timeout of a public read. */
const TIMEOUT_MS = 15_000

/** Reads a public resource, the same for every visitor (ADR-010). Throws TransportError on every failure. */
export async function readPublic<R extends PublicRead>(
  read: R,
  query?: Readonly<Record<string, string>>,
): Promise<v.InferOutput<R['reply']>> {
  const base = import.meta.env.PUBLIC_API_BASE || '/api'
  const path = query ? `${read.path}?${new URLSearchParams(query)}` : read.path
  try {
    const response = await fetch(base + path, { credentials: 'omit', signal: timeLimit(TIMEOUT_MS) })
    if (response.ok) return v.parse(read.reply, await response.json())
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new TransportError('offline', error instanceof Error ? error.message : String(error))
  }
}
