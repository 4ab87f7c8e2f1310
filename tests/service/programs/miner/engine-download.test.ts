import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngineDownload } from '#service/programs/miner/window/engine-download.ts'
import { createReleaseReader } from '#service/programs/miner/window/read-release.ts'
import { brokenEngine, publishEngine } from '#world/engine.ts'
import { createOperator } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'

const engine = brokenEngine()
const half = engine.subarray(0, engine.length / 2)

let world: World
let folder = ''
beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  await publishEngine({ operate: createOperator(world), dataDir: world.dataDir }, { version: '1.2.0', engine })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

/** The service behind a line that a test holds in the middle of a file, or leads elsewhere. */
async function startLine() {
  let treat: 'hold' | 'pass' | 'drop' | 'lead away' = 'pass'
  const server = createServer(async ({ url = '' }, response) => {
    if (url.startsWith('/downloads/') && treat === 'lead away') {
      response.writeHead(302, { location: world.address + url }).end()
      return
    }
    const reply = await fetch(world.address + url)
    const body = Buffer.from(await reply.arrayBuffer())
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    const isWhole = !url.startsWith('/downloads/') || treat === 'pass'
    response.write(isWhole ? body : half)
    if (isWhole) response.end()
    else if (treat === 'drop') response.socket?.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat(how: typeof treat) {
      treat = how
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function createDownload(service: string) {
  const place = mkdtempSync(join(folder, 'home-'))
  let installed = 0
  const download = createEngineDownload({
    ...{ service, folder: place, readRelease: createReleaseReader(service) },
    onInstalled: () => {
      installed += 1
    },
  })
  return { ...download, files: () => readdirSync(place).sort(), installed: () => installed, place }
}

describe('the download of the engine', () => {
  test('shows what the service offers, and fetches nothing by itself', async () => {
    const { state, check, files } = createDownload(world.address)
    expect(state()).toEqual({ state: 'unknown' })
    const checking = check()
    expect(state()).toEqual({ state: 'checking' })
    await checking
    expect(state()).toMatchObject({ state: 'available', file: { version: '1.2.0', size: engine.length } })
    expect(files()).toEqual([])
  })

  test('tells that the service does not answer, and asks again', async () => {
    const line = await startLine()
    const { state, check } = createDownload(line.address)
    line.close()
    await check()
    expect(state()).toEqual({ state: 'unreachable' })
    await check()
    expect(state()).toEqual({ state: 'unreachable' })
  })

  test('shows how much has come, is cancelled without a trace, and done when it is told to again', async () => {
    const line = await startLine()
    const { state, check, download, cancel, files, installed, place } = createDownload(line.address)
    await check()
    line.treat('hold')
    const first = download()
    await expect.poll(state).toMatchObject({ state: 'downloading', received: half.length })
    await check()
    expect(state()).toMatchObject({ state: 'downloading' })
    cancel()
    await first
    expect(state()).toEqual({ state: 'available', file: expect.objectContaining({ version: '1.2.0' }) })
    expect(files()).toEqual([])
    line.treat('pass')
    await download()
    expect([files(), installed()]).toEqual([['README.txt', 'dawn.node'], 1])
    expect(readFileSync(join(place, 'dawn.node'), 'utf8')).toBe('no addon')
    line.close()
  })

  test.each([
    ['drop', 'failed'],
    ['lead away', 'failed'],
  ] as const)('that the line treats with "%s" fails, and can be repeated', async (how, problem) => {
    const line = await startLine()
    const { state, check, download, files } = createDownload(line.address)
    await check()
    line.treat(how)
    await download()
    expect([state(), files()]).toMatchObject([{ state: 'available', problem, detail: expect.any(String) }, []])
    line.treat('pass')
    await download()
    expect(files()).toContain('dawn.node')
    line.close()
  })

  test('takes no file of another address than the service', async () => {
    const line = await startLine()
    const { check, download, state, files } = createEngineOf(line.address)
    await check()
    await download()
    expect(state()).toMatchObject({ problem: 'failed', detail: `${line.address} is not the service` })
    expect(files()).toEqual([])
    line.close()
  })
})

/** A download of the world's service whose release names a file of another origin. */
function createEngineOf(other: string) {
  const place = mkdtempSync(join(folder, 'home-'))
  const read = createReleaseReader(world.address)
  const readRelease = async () => {
    const release = await read()
    return release && { ...release, files: (release.files ?? []).map((file) => ({ ...file, url: other + file.url })) }
  }
  const download = createEngineDownload({ service: world.address, folder: place, readRelease, onInstalled: () => {} })
  return { ...download, files: () => readdirSync(place) }
}
