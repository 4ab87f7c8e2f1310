import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Session } from '../http/sessions.ts'

const LIFE_MS = 60_000

const proofOf = (pepper: string, text: string): Buffer =>
  createHmac('sha256', pepper).update(`live ticket:${text}`).digest()

/**
 * Creates a signed ticket for a session, which every node can verify. Nothing is stored; the session is checked when the ticket
 * is used.
 */
export function createTicket(pepper: string, { userId, id }: Session, now: number): string {
  const text = `${userId}.${id}.${now + LIFE_MS}`
  return `${text}.${proofOf(pepper, text).toString('base64url')}`
}

/** The session of a ticket; undefined for an expired, changed or malformed one. */
export function sessionOfTicket(pepper: string, ticket: unknown, now: number): Session | undefined {
  if (typeof ticket !== 'string' || ticket.length > 300) return undefined
  const [userId = '', id = '', until = '', signature = ''] = ticket.split('.')
  const proof = proofOf(pepper, `${userId}.${id}.${until}`)
  const bytes = Buffer.from(signature, 'base64url')
  const isRight = bytes.length === proof.length && timingSafeEqual(bytes, proof)
  return isRight && Number(until) >= now ? { userId, id } : undefined
}
