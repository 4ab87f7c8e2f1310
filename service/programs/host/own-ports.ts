import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** A socket state of `/proc/net/tcp`. */
const LISTEN = '0A'
const V4 = { any: '00000000', loopback: '0100007F' }
const V6 = { any: '0'.repeat(32), loopback: `${'0'.repeat(24)}01000000` }

/** Local addresses, in the kernel's hexadecimal form, on which a user's programs listen at a port. */
export function listenersIn(table: string, of: { uid: number; port: number }): string[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    return state === LISTEN && Number(uid) === of.uid && Number.parseInt(port, 16) === of.port ? [address] : []
  })
}

/** Connects to a port on which programs of this user listen; rejects every other port of the system. */
export async function connectToOwn(uid: number, port: number): Promise<Socket> {
  const [v4 = [], v6 = []] = ['tcp', 'tcp6'].map((name) => listenersIn(read(`/proc/net/${name}`), { uid, port }))
  const hasV4 = v4.includes(V4.any) || v4.includes(V4.loopback) || v6.includes(V6.any)
  if (!hasV4 && !v6.includes(V6.loopback)) throw new Error(`nothing of the rental listens on port ${port}`)
  const socket = connect(port, hasV4 ? '127.0.0.1' : '::1')
  await once(socket, 'connect')
  return socket
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // A system without IPv6 has no tcp6.
    return ''
  }
}
