import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Fetch } from '#service/programs/host/image-registry.ts'
import type { Podman } from './podman.ts'

/** A registry on this machine that serves images of a Podman as Docker's own registry does, with a token. */

interface Descriptor {
  digest: string
  mediaType: string
}

export interface Registry {
  readonly port: number
  /** Serves an image of the Podman under a repository's name. */
  add(repository: string, image: string): void
  /** Bytes of blobs that were served. */
  served(): number
  /** While true, layers do not arrive. */
  hold(on: boolean): void
  /** The host's requests, which go to Docker's registry. */
  readonly fetch: Fetch
  close(): Promise<void>
}

export async function createRegistry(podman: Podman): Promise<Registry> {
  const repositories = new Map<string, string>()
  let served = 0
  let held: Promise<void> | undefined
  let release = () => {}
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://registry')
    if (pathname === '/token') return void response.end(JSON.stringify({ token: 'a-token' }))
    if (request.headers.authorization !== 'Bearer a-token') {
      const challenge = `Bearer realm="http://127.0.0.1:${port}/token",service="registry.test"`
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    if (pathname === '/v2/') return void response.end('{}')
    const [, name = '', kind, wanted = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(pathname) ?? []
    const folder = repositories.get(name)
    if (folder === undefined) return void response.writeHead(404).end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}')
    const index = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as { manifests: Descriptor[] }
    const [first] = index.manifests
    const digest = wanted.startsWith('sha256:') ? wanted : (first?.digest ?? '')
    const file = path.join(folder, 'blobs', ...digest.split(':'))
    if (!existsSync(file)) return void response.writeHead(404).end('{"errors":[{"code":"BLOB_UNKNOWN"}]}')
    const bytes = readFileSync(file)
    if (kind === 'blobs' && bytes.length > 10_000) await held
    if (kind === 'blobs') served += bytes.length
    const type = kind === 'manifests' ? (first?.mediaType ?? '') : 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'docker-content-digest': digest }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    add(repository, image) {
      const folder = path.join(podman.folder, 'registry', repository.replaceAll('/', '-'))
      mkdirSync(path.dirname(folder), { recursive: true })
      podman.run('save', '--format', 'oci-dir', '--output', folder, image)
      repositories.set(repository, folder)
    },
    served: () => served,
    hold(on) {
      release()
      held = on ? new Promise<void>((resolve) => (release = resolve)) : undefined
    },
    async fetch(url, init) {
      const own = `127.0.0.1:${port}`
      const response = await fetch(
        url.replace(/^https:\/\/(?:registry-1\.docker\.io|127\.0\.0\.1:\d+)/, `http://${own}`),
        init,
      )
      const headers = new Headers(response.headers)
      // It has no TLS, which the host demands of an address for tokens.
      const challenge = headers.get('www-authenticate')
      if (challenge) headers.set('www-authenticate', challenge.replace('http:', 'https:'))
      return new Response(await response.text(), { status: response.status, headers })
    },
    async close() {
      release()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The settings by which Podman takes Docker's images from there. */
export const registriesConf = (port: number): string =>
  `unqualified-search-registries = []\n[[registry]]\nprefix = "docker.io"\nlocation = "127.0.0.1:${port}"\ninsecure = true\n`
