import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPackageDownload, DownloadInterruptedError, PackageMismatchError } from '#lib/api/package-download.ts'

const content = Buffer.alloc(300_000, 'package ')
const sha256 = createHash('sha256').update(content).digest('hex')

let server: Server
let url = ''
/**
 * The server's behaviour for each request in turn: breaks off after this many bytes, ignores ranges, or sends a status.
 */
let plan: ({ breakAfter?: number; withoutRanges?: boolean; status?: number; body?: Buffer } | undefined)[] = []
let requests: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.headers.range)
    const { breakAfter, withoutRanges, status, body = content } = plan.shift() ?? {}
    if (status) return void response.writeHead(status).end('no')
    const from = withoutRanges ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const rest = body.subarray(from)
    const headers = { 'content-length': rest.length }
    if (from > 0)
      response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` })
    else response.writeHead(200, headers)
    if (breakAfter === undefined) return void response.end(rest)
    response.write(rest.subarray(0, breakAfter), () => setImmediate(() => response.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/package`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  plan = []
  requests = []
})

const never = () => new AbortController().signal
const order = (changed = {}) => createPackageDownload({ url, size: content.length, sha256, ...changed })
const ignore = () => undefined

test('downloads a package, reports its progress, and checks its hash', async () => {
  const progress: number[] = []
  const file = await order().run((received) => progress.push(received), never())
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
  expect(progress.at(-1)).toBe(content.length)
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
  expect(requests).toEqual([undefined])
})

test('resumes where the connection broke off, twice, and requests nothing again', async () => {
  plan = [{ breakAfter: 100_000 }, { breakAfter: 50_000 }]
  const download = order()
  await expect(download.run(ignore, never())).rejects.toThrow(DownloadInterruptedError)
  const first = download.received()
  expect(first).toBeGreaterThan(0)
  await expect(download.run(ignore, never())).rejects.toThrow(DownloadInterruptedError)
  const second = download.received()
  expect(second).toBeGreaterThan(first)
  const file = await download.run(ignore, never())
  expect(file.size).toBe(content.length)
  expect(requests).toEqual([undefined, `bytes=${first}-`, `bytes=${second}-`])
})

test('starts again when the server supports no ranges', async () => {
  plan = [{ breakAfter: 100_000 }, { withoutRanges: true }]
  const download = order()
  await expect(download.run(ignore, never())).rejects.toThrow(DownloadInterruptedError)
  expect((await download.run(ignore, never())).size).toBe(content.length)
})

test.each([404, 500, 503])('keeps what it has when the answer is %i', async (status) => {
  plan = [{ breakAfter: 100_000 }, { status }]
  const download = order()
  await expect(download.run(ignore, never())).rejects.toThrow(DownloadInterruptedError)
  const received = download.received()
  await expect(download.run(ignore, never())).rejects.toThrow(DownloadInterruptedError)
  expect(download.received()).toBe(received)
  expect((await download.run(ignore, never())).size).toBe(content.length)
})

test.each([
  ['one byte differs', Buffer.from(content).fill('x', 7, 8)],
  ['more comes', Buffer.concat([content, Buffer.from('x')])],
])('discards all of it when %s, and can start again', async (_, body) => {
  plan = [{ body }]
  const download = order()
  await expect(download.run(ignore, never())).rejects.toThrow(PackageMismatchError)
  expect(download.received()).toBe(0)
  expect((await download.run(ignore, never())).size).toBe(content.length)
  expect(requests).toEqual([undefined, undefined])
})

test('stops when it is aborted', async () => {
  const stop = new AbortController()
  const running = order().run(() => stop.abort(new Error('enough')), stop.signal)
  await expect(running).rejects.toThrow('enough')
})
