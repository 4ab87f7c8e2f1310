import { arch } from 'node:os'
import { describe, expect, test } from 'vitest'
import { receivedBytes } from '#service/programs/host/image-pulls.ts'
import { type Fetch, ImageProblemError, imageBytes, imageProblemIn } from '#service/programs/host/image-registry.ts'

/** Answers of registries, by address. */

const own = arch() === 'arm64' ? 'arm64' : 'amd64'
const other = own === 'amd64' ? 'arm64' : 'amd64'
const BASE = 'https://registry-1.docker.io/v2/library/tool'
const manifest = { config: { digest: 'sha256:c' }, layers: [{ size: 100 }, { size: 23 }] }

/** A registry that answers these addresses with JSON, or with a status; 404 elsewhere. */
const answering =
  (answers: Record<string, unknown>): Fetch =>
  async (url) => {
    const answer = answers[url]
    if (answer instanceof Response) return answer
    if (typeof answer === 'number') return new Response('', { status: answer })
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  }

const platformed = (...architectures: string[]) => ({
  manifests: architectures.map((architecture) => ({
    digest: `sha256:${architecture}`,
    platform: { os: 'linux', architecture },
  })),
})

describe('the download of an image', () => {
  test('is the sum of its layers for this processor', async () => {
    const fetch = answering({
      [`${BASE}/manifests/1`]: platformed(other, own),
      [`${BASE}/manifests/sha256:${own}`]: manifest,
    })
    expect(await imageBytes('tool:1', fetch)).toBe(123)
  })

  test('of an image for one processor is known from its configuration', async () => {
    const answers = {
      [`${BASE}/manifests/1`]: manifest,
      [`${BASE}/blobs/sha256:c`]: { os: 'linux', architecture: own },
    }
    expect(await imageBytes('tool:1', answering(answers))).toBe(123)
  })

  test('is asked for with an anonymous token', async () => {
    const seen: string[] = []
    const fetch: Fetch = async (url, { headers }) => {
      seen.push(`${url} ${headers.authorization ?? '-'}`)
      if (url.startsWith('https://auth.test/')) return Response.json({ token: 't1' })
      if (headers.authorization) return Response.json({ ...manifest, os: 'linux', architecture: own })
      const challenge = 'Bearer realm="https://auth.test/token",service="registry.test"'
      return new Response('', { status: 401, headers: { 'www-authenticate': challenge } })
    }
    expect(await imageBytes('tool:1', fetch)).toBe(123)
    expect(seen[1]).toBe('https://auth.test/token?service=registry.test&scope=repository%3Alibrary%2Ftool%3Apull -')
    expect(seen[2]).toBe(`${BASE}/manifests/1 Bearer t1`)
  })

  test.each([
    ['does not exist', {}, 'imageUnknown'],
    ['is not public', { [`${BASE}/manifests/1`]: 401 }, 'imageUnknown'],
    ['is for other processors', { [`${BASE}/manifests/1`]: platformed(other) }, 'imagePlatform'],
    ['is for another one', { [`${BASE}/manifests/1`]: manifest, [`${BASE}/blobs/sha256:c`]: { os: 'linux', architecture: other } }, 'imagePlatform'],
    ['is for Windows', { [`${BASE}/manifests/1`]: manifest, [`${BASE}/blobs/sha256:c`]: { os: 'windows', architecture: own } }, 'imagePlatform'],
  ])('of one that %s is none', async (_, answers, problem) => {
    const failure = await imageBytes('tool:1', answering(answers)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ImageProblemError)
    expect(failure).toMatchObject({ problem })
  }) // biome-ignore format: a table of cases

  test.each([
    ['is overloaded', answering({ [`${BASE}/manifests/1`]: 429 })],
    ['fails', answering({ [`${BASE}/manifests/1`]: 500 })],
    ['answers nonsense', answering({ [`${BASE}/manifests/1`]: { hello: 1 } })],
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed'))],
    ['sends for a token without TLS', answering({
      [`${BASE}/manifests/1`]: new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer realm="http://192.168.1.1/token"' } }),
    })],
  ] as const)('is not known where the registry %s', async (_, fetch) => {
    expect(await imageBytes('tool:1', fetch)).toBeUndefined()
  }) // biome-ignore format: a table of cases
})

test.each([
  ['initializing source docker://x:1: reading manifest 1 in docker.io/x: manifest unknown', 'imageUnknown'],
  ['pull access denied for x, repository does not exist or may require authorization', 'imageUnknown'],
  ['reading manifest 1: requested access to the resource is denied', 'imageUnknown'],
  ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'imagePlatform'],
  ['choosing an image from manifest list: no image found in image index for architecture arm64', 'imagePlatform'],
  ['exec /bin/sh: exec format error', 'imagePlatform'],
  ['runc: exec: "/bin/sh": stat /bin/sh: no such file or directory', 'imageUnusable'],
  ['no space left on device', undefined],
  ['dial tcp: lookup registry-1.docker.io: no such host', undefined],
  ['toomanyrequests: You have reached your pull rate limit', undefined],
])('the engine’s sentence "%s" tells of %s', (sentence, problem) => {
  expect(imageProblemIn(sentence)).toBe(problem)
})

test('what the system has received leaves its loopback out', () => {
  const table = `Inter-|   Receive  |  Transmit
 face |bytes    packets errs
    lo: 5000 1 0 0
  eth0: 1200 3 0 0
wlan0:34 1 0 0`
  expect(receivedBytes(table)).toBe(1234)
})
