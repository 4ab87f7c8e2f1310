import http, { type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { WindowState } from '#service/programs/miner/window/window-state.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A request with exactly these headers: fetch would set some of its own. */
export function request(address: string, options: http.RequestOptions, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = http.request(address, { agent: false, ...options }, async (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The page of a window, without a browser. */
export async function enterWindow(ticketAddress: string) {
  const { headers } = await request(ticketAddress, {})
  const { origin } = new URL(ticketAddress)
  const address = new URL(headers.location ?? '', origin).href
  const own = { origin, 'content-type': 'application/json' }
  const read = async <T>(path: string): Promise<T> => JSON.parse((await request(address + path, {})).body)
  const state = () => read<WindowState>('state')
  return {
    address,
    origin,
    own,
    read,
    state,
    change: (path: string, body: object) =>
      request(address + path, { method: 'POST', headers: own }, JSON.stringify(body)),
    /** Waits until the state has these parts. */
    until: (parts: object) => expect.poll(state).toMatchObject(parts),
  }
}
