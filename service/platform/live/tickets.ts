import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Session } from '../http/sessions.ts'

const LIFE_MS = 60_000

const proofOf = (pepper: string, text: string): Buffer =>
  createHmac('sha256', pepper).update(`live ticket:${text}`).digest()

/** A ticket of a session, which every node can read: nothing is stored for it. Whether the session goes on is asked when it is used. */
export function createTicket(pepper: string, { userId, id }: Session, now: number): string {
  const text = `${userId}.${id}.${now + LIFE_MS}`
  return `${text}.${proofOf(pepper, text).toString('base64url')}`
}

/** Whose ticket it is; undefined for one that has run out, was changed, or is none. */
export function sessionOfTicket(pepper: string, ticket: unknown, now: number): Session | undefined {
  if (typeof ticket !== 'string' || ticket.length > 300) return undefined
  const [userId = '', id = '', until = '', given = ''] = ticket.split('.')
  const proof = proofOf(pepper, `${userId}.${id}.${until}`)
  const bytes = Buffer.from(given, 'base64url')
  const isRight = bytes.length === proof.length && timingSafeEqual(bytes, proof)
  return isRight && Number(until) >= now ? { userId, id } : undefined
}
