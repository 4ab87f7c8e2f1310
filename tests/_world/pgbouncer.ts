import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pgbouncer } from '../../scripts/lib/pgbouncer.mjs'
import { freePort } from './ports.ts'

export type Pooler = Awaited<ReturnType<typeof startPooler>>

/** Sessions that the pooler opens to a database: fewer than the connections of one node, so that they are shared. */
const SESSIONS = 4

/** A real PgBouncer in transaction mode before the server of a database; its address leads to each database of that server. */
export async function startPooler(serverUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const server = new URL(serverUrl)
  const port = await freePort()
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(
    ini,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = console
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 5
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  )
  const child = spawn(pgbouncer, [ini], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  const isUp = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`pgbouncer ended:\n${output}`)))
  })
  await isUp

  return {
    /** The address of a database of the server through the pooler. */
    urlOf(databaseUrl: string): string {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    /** Runs a command of its console, such as `RECONNECT`. */
    async command(text: string): Promise<void> {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'console', database: 'pgbouncer' })
      await client.connect()
      await client.query(text)
      await client.end()
    },
    output: () => output,
    async close() {
      child.kill('SIGINT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
