import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The only address at which the window answers. */
export interface Door {
  port: number
  /** First part of every path. */
  secret: string
}

export interface Visit {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

export const hostOf = ({ port }: Door): string => `127.0.0.1:${port}`
export const originOf = (door: Door): string => `http://${hostOf(door)}`

export function isEqualSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Other sites and other ports of this machine; a program other than a browser sends no such header. */
const isForeign = ({ headers }: Visit): boolean =>
  headers['sec-fetch-site'] !== undefined && !['same-origin', 'none'].includes(String(headers['sec-fetch-site']))

const isOwnChange = ({ headers }: Visit, door: Door): boolean =>
  headers.origin === originOf(door) && headers['content-type'] === 'application/json'

/**
 * The path after the secret, where the request may pass; undefined for every other one. A page of another name that resolves to this
 * machine sends its own name as host, and a form of another site can send neither our origin nor JSON.
 */
export function pathThroughDoor(visit: Visit, door: Door): string | undefined {
  const { method, url = '', headers } = visit
  const [, given = '', path] = /^\/([\w-]+)\/([\w/-]*)$/.exec(url) ?? []
  if (path === undefined || headers.host !== hostOf(door) || !isEqualSecret(given, door.secret)) return undefined
  if (isForeign(visit)) return undefined
  if (method === 'GET') return path
  return method === 'POST' && isOwnChange(visit, door) ? path : undefined
}
