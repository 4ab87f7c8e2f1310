import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Headers that belong to one connection and never pass a front. */
const hops = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings'])

/** A balancer as in production: HTTP/2 over TLS before the service, which speaks HTTP/1.1. Needs openssl for its certificate. */
export async function openFront(service: string): Promise<{ address: string; close(): void }> {
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (incoming, answer) => {
    const passed = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !hops.has(name))
    const headers = { ...Object.fromEntries(passed), host: incoming.headers[':authority'] ?? incoming.headers.host }
    const onward = request(service + incoming.url, { method: incoming.method, headers }, (reply) => {
      const forwarded = Object.entries(reply.headers).filter(([name]) => !hops.has(name))
      answer.writeHead(reply.statusCode ?? 502, Object.fromEntries(forwarded) as never)
      reply.pipe(answer.stream ?? answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { address: `https://localhost:${port}`, close: () => void server.close() }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-front-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
