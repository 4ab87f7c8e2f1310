import { createHmac, timingSafeEqual } from 'node:crypto'

const LIFE_MS = 60_000

const proofOf = (pepper: string, text: string): Buffer =>
  createHmac('sha256', pepper).update(`live ticket:${text}`).digest()

/** A ticket of a user, which every node can read: nothing is stored for it. */
export function ticketFor(pepper: string, userId: string, now: number): string {
  const text = `${userId}.${now + LIFE_MS}`
  return `${text}.${proofOf(pepper, text).toString('base64url')}`
}

/** Whose ticket it is; undefined for one that has run out, was changed, or is none. */
export function userOfTicket(pepper: string, ticket: unknown, now: number): string | undefined {
  if (typeof ticket !== 'string' || ticket.length > 200) return undefined
  const [userId = '', until = '', given = ''] = ticket.split('.')
  const proof = proofOf(pepper, `${userId}.${until}`)
  const bytes = Buffer.from(given, 'base64url')
  const isRight = bytes.length === proof.length && timingSafeEqual(bytes, proof)
  return isRight && Number(until) >= now ? userId : undefined
}
