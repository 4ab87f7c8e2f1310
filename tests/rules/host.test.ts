import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArguments, createContainerDriver } from '#service/host/container-driver.ts'
import type { Driver, Order } from '#service/host/driver.ts'
import { createHolding } from '#service/host/holding.ts'
import { keepHostKey } from '#service/host/host-key.ts'
import { readOptions } from '#service/host/options.ts'

const token = 'a'.repeat(43)
const order: Order = { id: 'r1', image: 'plain', keys: ['ssh-ed25519 AAAA'] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'host-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the command line', () => {
  test('takes a token from the environment, where other users do not see it', () =>
    expect(readOptions(['--service', 'http://127.0.0.1:8080/'], { IDLEFORGE_HOST_TOKEN: token })).toMatchObject({
      token,
      service: 'http://127.0.0.1:8080',
      driver: undefined,
      production: false,
    }))

  test.each([
    ['no token', []],
    ['a short token', ['--token', 'abc']],
    ['no address', ['--token', token, '--service', 'idleforge']],
    ['another driver', ['--token', token, '--driver', 'none']],
    ['a port beyond the last', ['--token', token, '--listen', '0.0.0.0:70000']],
    ['an unknown word', ['--token', token, '--fast']],
  ])('refuses %s', (_, args) => expect(() => readOptions(args, {})).toThrow(/./))
})

describe('containers', () => {
  test('are bounded, and have no privileges and a network of their own', () => {
    const args = createArguments(order, { cores: 4, memoryMib: 2048, gpus: true }).join(' ')
    for (const part of ['--cap-drop ALL', 'no-new-privileges', '--cpus 4', '--memory 2048m', '--gpus all'])
      expect(args).toContain(part)
    expect(args).toContain('--network idleforge-r1')
    expect(args).not.toMatch(/privileged|--volume|--publish|host /)
    expect(createArguments(order, { cores: 4, memoryMib: 2048, gpus: false })).not.toContain('--gpus')
  })

  test('are made, entered and taken away by the engine, nothing of them is left', async () => {
    // An engine that writes down what it is asked, and has no container.
    const log = path.join(folder, 'log')
    writeFileSync(path.join(folder, 'docker'), `#!/bin/sh\necho "$@" >> ${log}\n`, { mode: 0o755 })
    const before = process.env.PATH
    process.env.PATH = `${folder}:${before}`
    try {
      const driver = createContainerDriver('docker', { cores: 1, memoryMib: 512, gpus: false })
      await driver.prepare(order)
      await driver.wipe(order.id)
    } finally {
      process.env.PATH = before
    }
    const asked = readFileSync(log, 'utf8').split('\n')
    expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'inspect --format', 'network create', 'run --detach', 'rm --force', 'network rm', 'inspect --format', '',
    ]) // biome-ignore format: a list of words reads better in rows
  })
})

test('the host key is made once, and nobody else can read it', () => {
  const first = keepHostKey(folder)
  expect(keepHostKey(folder)).toEqual(first)
  expect(first.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(statSync(path.join(folder, 'host-key')).mode & 0o777).toBe(0o600)
})

describe('what a host holds follows what is ordered', () => {
  const done: string[] = []
  const driver = (fails: readonly string[] = []): Driver => {
    const act = (name: string) => async (of: Order | string) => {
      done.push(`${name} ${typeof of === 'string' ? of : of.id}`)
      if (fails.includes(name)) throw new Error('no')
    }
    const run = () => undefined
    return {
      name: 'process',
      run,
      standing: async () => ['old'],
      prepare: act('prepare'),
      halt: act('halt'),
      wipe: act('wipe'),
    }
  }
  const hold = (of = driver()) => createHolding(of, { say: () => undefined, cut: (id) => void done.push(`cut ${id}`) })
  const ordered = { ...order, restarts: 0 }
  beforeEach(() => void done.splice(0))

  test('is made, restarted and wiped, each once', async () => {
    const holding = hold()
    holding.follow([ordered])
    holding.follow([ordered])
    expect(holding.held()).toEqual([{ id: 'r1', state: 'starting', restarts: 0 }])
    await holding.settled()
    expect(holding.current()?.id).toBe('r1')
    holding.follow([{ ...ordered, restarts: 1 }])
    await holding.settled()
    expect(holding.held()).toEqual([{ id: 'r1', state: 'running', restarts: 1 }])
    holding.follow([])
    holding.follow([])
    expect(holding.current()).toBeUndefined()
    await holding.settled()
    expect(holding.held()).toEqual([])
    expect(done).toEqual(['prepare r1', 'cut r1', 'halt r1', 'prepare r1', 'cut r1', 'wipe r1'])
  })

  test('what stands from before stays if it is ordered, and is wiped if not', async () => {
    const holding = hold()
    await holding.find()
    expect(holding.held()).toEqual([{ id: 'old', state: 'starting', restarts: 0 }])
    holding.follow([ordered])
    await holding.settled()
    expect(done).toEqual(expect.arrayContaining(['wipe old', 'prepare r1']))
  })

  test('what cannot be made is told', async () => {
    const holding = hold(driver(['prepare']))
    holding.follow([ordered])
    await holding.settled()
    expect(holding.held()).toEqual([{ id: 'r1', state: 'failed', restarts: 0 }])
  })
})
