import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBindings } from '#service/programs/host/bindings.ts'
import { createContainerDriver } from '#service/programs/host/container-driver.ts'
import { createEngine, EngineRefusalError, EngineUnavailableError } from '#service/programs/host/engine.ts'
import { createProof } from '#service/programs/host/proof.ts'
import { createRentals } from '#service/programs/host/rentals.ts'
import { subnetsFor } from '#service/programs/host/subnets.ts'
import { createUpkeep } from '#service/programs/host/upkeep.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'

/** Faults of a container engine, and what becomes of the rentals on it. */

let folder: string
let fake: FakeEngine
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'host-'))
  fake = createFakeEngine(folder)
  vi.stubEnv('PATH', `${fake.folder}:${process.env.PATH}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const SHORT = { askMs: 500, changeMs: 500, pullMs: 500 }
const USUAL = { askMs: 30_000, changeMs: 30_000, pullMs: 30_000 }
const ordered = { id: 'r1', image: 'plain', keys: ['ssh-ed25519 AAAA'], restarts: 0 }

/** A host on a data folder; another one on the same folder is its next start. */
function startHost(machineId = 'm-1', timeouts = USUAL) {
  const bindings = openBindings(path.join(folder, machineId))
  bindings.setMachineId(machineId)
  const bound = bindings.engine()
  const engine = createEngine(bound ? [bound] : ['docker'], timeouts)
  const firewall = async () => undefined
  const limits = { cores: 1, memoryMib: 512, gpus: false }
  const pulls = { bytesOf: async () => undefined }
  const driver = createContainerDriver(engine, () => limits, { bindings, firewall, pulls })
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  let now = 0
  let free = 2 ** 40
  const proof = createProof(driver, { log, now: () => now })
  const rentals = createRentals(driver, { log, disconnect: () => undefined, failed: () => proof.invalidate() })
  const upkeep = createUpkeep({ driver, engine, rentals, proof, log, firewall, free: async () => free, now: () => now })
  const states = () => rentals.states().map(({ id, state }) => `${id} ${state}`)
  return {
    ...{ bindings, driver, rentals, proof, upkeep, lines, states },
    setFree: (gib: number) => {
      free = gib * 2 ** 30
    },
    advance: (ms: number) => {
      now += ms
    },
    /** Applies the orders, and waits for the first try. */
    async order(...orders: (typeof ordered)[]) {
      rentals.reconcile(orders)
      await rentals.settled()
      return states()
    },
    async tend() {
      await rentals.tend()
      await rentals.settled()
      return states()
    },
  }
}

describe('an engine', () => {
  test('that hangs, is down, or is not there gives no answer', async () => {
    const engine = createEngine(['docker'], SHORT)
    fake.set('slow')
    await expect(engine.ask('ps')).rejects.toBeInstanceOf(EngineUnavailableError)
    fake.set('slow', false)
    fake.set('down')
    await expect(engine.ask('ps')).rejects.toBeInstanceOf(EngineUnavailableError)
    expect(await engine.isReady()).toBe(false)
    await expect(createEngine(['podman-none' as 'podman'], SHORT).ask('ps')).rejects.toBeInstanceOf(
      EngineUnavailableError,
    )
  })

  test('that works refuses with its own last sentence', async () => {
    fake.refuse('start', 'a warning\nError response from daemon: no space left on device\n')
    const refusal = createEngine(['docker']).change('start', 'x')
    await expect(refusal).rejects.toEqual(new EngineRefusalError('no space left on device'))
  })

  test('the first that answers is used, and kept', async () => {
    const other = createFakeEngine(folder, 'podman')
    vi.stubEnv('PATH', `${other.folder}:${process.env.PATH}`)
    fake.set('down')
    const engine = createEngine(['docker', 'podman'])
    expect([await engine.isReady(), engine.name]).toEqual([true, 'podman'])
    fake.set('down', false)
    other.set('down')
    expect([await engine.isReady(), engine.name]).toEqual([false, 'podman'])
  })
})

test.each(['down', 'slow'] as const)('an engine that is %s for a while ends no rental and wipes nothing', async (fault) => {
  const host = startHost('m-1', { ...USUAL, askMs: 1000 })
  expect(await host.order(ordered)).toEqual(['r1 running'])
  fake.set(fault)
  expect(await host.tend()).toEqual(['r1 unavailable'])
  expect(host.rentals.current()).toBeUndefined()
  expect(await host.order(ordered)).toEqual(['r1 unavailable'])
  fake.set(fault, false)
  expect(await host.tend()).toEqual(['r1 running'])
  expect(fake.log().filter((line) => /^(rm|kill|start)/.test(line))).toEqual([])
}) // biome-ignore format: a title of one line

test('a rental is wiped only when its container, its volumes and its network are proven gone', async () => {
  const host = startHost()
  await host.order(ordered)
  fake.set('down')
  expect(await host.order()).toEqual(['r1 stopping'])
  expect(host.upkeep.trouble()?.kind).toBe('engine')
  fake.set('down', false)
  // Each step fails once, also without a word of it.
  for (const [command, kind] of [['rm', 'wiping'], ['network', 'failed'], ['volume', 'failed']] as const) {
    fake.refuse(command, 'device or resource busy')
    expect(await host.tend()).toEqual(['r1 stopping'])
    await host.upkeep.recover()
    expect(host.upkeep.trouble()?.kind).toBe(kind)
    fake.refuse(command, undefined)
  } // biome-ignore format: a table of values reads better in rows
  expect(await host.tend()).toEqual([])
  expect([fake.containers(), fake.networks(), host.bindings.ids()]).toEqual([[], [], []])
})

test('a wipe that the engine confirms without doing it is repeated', async () => {
  const host = startHost()
  await host.order(ordered)
  const remove = path.join(fake.folder, 'rm')
  writeFileSync(remove, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  expect(await host.order()).toEqual(['r1 stopping'])
  expect(fake.containers()).toEqual(['idleforge-r1'])
  rmSync(remove)
  expect(await host.tend()).toEqual([])
  expect(fake.containers()).toEqual([])
})

test('a restart is repeated until the container has stopped and runs again', async () => {
  const host = startHost()
  await host.order(ordered)
  fake.set('down')
  expect(await host.order({ ...ordered, restarts: 1 })).toEqual(['r1 unavailable'])
  fake.set('down', false)
  expect(await host.tend()).toEqual(['r1 running'])
  expect(fake.log().filter((line) => /^(kill|start)/.test(line))).toEqual(['kill idleforge-r1', 'start idleforge-r1'])
})

test('a container that ended is started again; one that is gone has failed', async () => {
  const host = startHost()
  await host.order(ordered)
  fake.write('containers/idleforge-r1', 'exited\nidleforge.machine=m-1\n')
  expect(await host.tend()).toEqual(['r1 running'])
  expect(fake.log()).toContain('start idleforge-r1')
  rmSync(path.join(fake.folder, 'containers/idleforge-r1'))
  expect(await host.tend()).toEqual(['r1 failed'])
  expect(host.lines).toContain('rental r1: its container is gone, and what was in it')
})

test('a container that cannot be started again has failed at the third try', async () => {
  const host = startHost()
  await host.order(ordered)
  fake.write('containers/idleforge-r1', 'exited\nidleforge.machine=m-1\n')
  fake.refuse('start', 'Error: no space left on device')
  const seen = [await host.tend(), await host.tend(), await host.tend()]
  expect(seen).toEqual([['r1 unavailable'], ['r1 unavailable'], ['r1 failed']])
})

describe('a host that starts', () => {
  test('before its engine holds what it has recorded, and goes on when the engine is there', async () => {
    await startHost().order(ordered)
    fake.set('down')
    const host = startHost()
    expect(await host.upkeep.recover()).toBe(false)
    expect(host.states()).toEqual(['r1 unavailable'])
    expect(await host.order(ordered)).toEqual(['r1 unavailable'])
    fake.set('down', false)
    expect(await host.tend()).toEqual(['r1 running'])
    expect(fake.log().filter((line) => line.startsWith('run '))).toHaveLength(1)
  })

  test('waits for the engine that its rentals began with, also when another one is there', async () => {
    await startHost().order(ordered)
    const other = createFakeEngine(folder, 'podman')
    vi.stubEnv('PATH', `${other.folder}:${process.env.PATH}`)
    fake.set('down')
    const host = startHost()
    await host.upkeep.recover()
    expect(await host.order(ordered)).toEqual(['r1 unavailable'])
    expect(other.log()).toEqual([])
  })

  test('as another user, whose engine has other containers, waits for the right one', async () => {
    await startHost().order(ordered)
    fake.write('identity', 'docker-2')
    rmSync(path.join(fake.folder, 'containers/idleforge-r1'))
    const host = startHost()
    await host.upkeep.recover()
    expect(await host.order(ordered)).toEqual(['r1 unavailable'])
    expect(await host.order()).toEqual(['r1 stopping'])
    expect(await host.tend()).toEqual(['r1 stopping'])
    expect(host.lines.at(-1)).toBe('rental r1: it began in docker at docker-1, which this is not')
    expect(host.bindings.ids()).toEqual(['r1'])
  })

  test('wipes a rental of an earlier start that is not ordered, once its engine is there', async () => {
    await startHost().order(ordered)
    fake.set('down')
    const host = startHost()
    await host.upkeep.recover()
    expect(await host.order()).toEqual(['r1 stopping'])
    fake.set('down', false)
    expect(await host.tend()).toEqual([])
    expect(fake.containers()).toEqual([])
  })

  test('with a damaged record says so, and what to remove', () => {
    startHost()
    writeFileSync(path.join(folder, 'm-1', 'rentals.json'), '{')
    expect(() => startHost()).toThrow(/is damaged\. Remove the containers named idleforge-\*, then this file/)
  })
})

describe('what a killed host has left', () => {
  test('is swept each hour, and only where it is of this machine', async () => {
    const host = startHost()
    await host.upkeep.recover()
    await host.order(ordered)
    await host.upkeep.run()
    // A pull that finished after its host was killed, and a network without a container.
    fake.write('containers/idleforge-late', 'running\nidleforge.machine=m-1\n')
    fake.write('networks/idleforge-alone', 'idleforge.machine=m-1\n')
    fake.write('containers/idleforge-theirs', 'running\nidleforge.machine=m-2\n')
    fake.write('containers/database', 'running\n')
    host.advance(3_599_000)
    await host.upkeep.run()
    expect(fake.containers()).toContain('idleforge-late')
    host.advance(1000)
    await host.upkeep.run()
    await host.rentals.settled()
    expect(fake.containers().sort()).toEqual(['database', 'idleforge-r1', 'idleforge-theirs'])
    expect(fake.networks()).toEqual(['idleforge-r1'])
    expect(host.states()).toEqual(['r1 running'])
  })
})

describe('networks', () => {
  test('are of a range of their own, outside of the networks of the system', () => {
    const first = subnetsFor('r1', [])
    expect(first).toHaveLength(4096)
    expect(new Set(first).size).toBe(4096)
    expect(first.every((subnet) => /^10\.213\.\d{1,3}\.\d{1,3}\/28$/.test(subnet))).toBe(true)
    const from = 10 * 2 ** 24 + 213 * 2 ** 16
    expect(subnetsFor('r1', [{ from, to: from + 255 }])).toHaveLength(4096 - 16)
    expect(subnetsFor('r1', [{ from, to: from + 65_535 }])).toEqual([])
  })

  test('take the next subnet where one is taken', async () => {
    const [first = '', second = '', third = ''] = subnetsFor('r1')
    fake.write('taken', `${first}\n${second}\n`)
    expect(await startHost().order(ordered)).toEqual(['r1 running'])
    expect(
      fake
        .log()
        .filter((line) => line.startsWith('network create'))
        .at(-1),
    ).toContain(third)
  })
})

describe('the proof', () => {
  test('comes before the machine is offered, and after a failure', async () => {
    const host = startHost()
    await host.upkeep.recover()
    expect(host.upkeep.trouble()?.kind).toBe('proving')
    await host.upkeep.run()
    expect(host.upkeep.trouble()).toBeNull()
    fake.refuse('run', 'Error: no space left on device')
    expect(await host.order(ordered)).toEqual(['r1 failed'])
    expect(host.upkeep.trouble()?.kind).toBe('proving')
    fake.refuse('run', undefined)
    await host.order()
    await host.upkeep.run()
    expect(host.upkeep.trouble()).toBeNull()
  })

  test.each([
    ['no image', () => fake.refuse('pull', 'Error: lookup registry-1.docker.io: no such host'), 'no such host'],
    ['no container', () => fake.refuse('run', 'Error: container-init binary not found on the host'), 'container-init'],
    ['nothing inside', () => fake.write('inside', 'no'), 'a command inside did not answer'],
    ['no wipe', () => fake.refuse('rm', 'Error: device or resource busy'), 'is not wiped yet'],
  ])('that fails twice gives the reason, and leaves nothing in the end: %s', async (_, breakIt, reason) => {
    const host = startHost()
    await host.upkeep.recover()
    breakIt()
    await host.upkeep.run()
    await host.rentals.settled()
    expect(host.upkeep.trouble()?.kind).toMatch(/^(proving|wiping)$/)
    host.advance(30_000)
    await host.upkeep.run()
    expect(host.upkeep.trouble()).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) })
    for (const command of ['pull', 'run', 'rm']) fake.refuse(command, undefined)
    fake.write('inside', '42\n')
    host.advance(600_000)
    await host.upkeep.run()
    expect([host.upkeep.trouble(), fake.containers(), fake.networks()]).toEqual([null, [], []])
  }) // biome-ignore format: a title of one line

  test('says nothing of a machine whose engine does not answer', async () => {
    const host = startHost()
    fake.set('down')
    await host.upkeep.recover()
    for (let round = 0; round < 3; round += 1) {
      host.advance(600_000)
      await host.upkeep.run()
    }
    expect([host.upkeep.trouble()?.kind, host.proof.failure()]).toEqual(['engine', undefined])
  })
})

test('a host that ends stops what runs, and starts it again at its next start', async () => {
  const host = startHost()
  await host.order(ordered)
  await host.rentals.close()
  expect(await host.driver.presence('r1')).toBe('stopped')
  expect(await host.tend()).toEqual(['r1 running'])
  expect(await host.driver.presence('r1')).toBe('stopped')
  const next = startHost()
  await next.upkeep.recover()
  expect(await next.order(ordered)).toEqual(['r1 running'])
})

describe('the disk', () => {
  test('is not filled by a rental: it is ended, and the machine is offered again when there is space', async () => {
    const host = startHost()
    await host.upkeep.recover()
    await host.order(ordered)
    host.setFree(4)
    await host.upkeep.run()
    expect(host.states()).toEqual(['r1 running'])
    expect(host.lines.at(-1)).toMatch(/^less than 5 GiB are free/)
    host.setFree(0.9)
    await host.upkeep.run()
    expect(host.states()).toEqual(['r1 failed'])
    expect(fake.log()).toContain('kill idleforge-r1')
    await host.order()
    await host.upkeep.run()
    expect(host.upkeep.trouble()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('5 GiB') })
    host.setFree(50)
    await host.upkeep.run()
    expect(host.upkeep.trouble()).toBeNull()
  })
})
