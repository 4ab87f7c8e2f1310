import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostCommand } from '#lib/rules/host-program.ts'
import { openBindings } from '#service/programs/host/bindings.ts'
import { createArguments } from '#service/programs/host/container-arguments.ts'
import type { Driver, Order } from '#service/programs/host/driver.ts'
import { createKeyPair, loadOrCreateHostKey } from '#service/programs/host/host-key.ts'
import { busiestIn, createFacts, gpusIn } from '#service/programs/host/machine.ts'
import { readOptions } from '#service/programs/host/options.ts'
import { createProcessDriver, rentalsFolder } from '#service/programs/host/process-driver.ts'
import { createRentals } from '#service/programs/host/rentals.ts'
import { asUser } from '#world/ordinary-user.ts'

const token = 'a'.repeat(43)
const order: Order = { id: 'r1', image: 'plain', keys: ['ssh-ed25519 AAAA'] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'host-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the displayed command starts the file that the build serves, with valid options', () => {
  const [program, file, ...args] = hostCommand('http://127.0.0.1:8080', 'T'.repeat(43)).split(' ')
  // No package of this name is ours: what a registry gives would be a stranger's.
  expect([program, file]).toEqual(['node', 'idleforge-host.mjs'])
  expect(readOptions(args, {})).toMatchObject({ service: 'http://127.0.0.1:8080', token: 'T'.repeat(43) })
})

describe('the command line', () => {
  test('takes a token from the environment, where other users do not see it', () =>
    expect(readOptions(['--service', 'http://127.0.0.1:8080/'], { IDLEFORGE_HOST_TOKEN: token })).toMatchObject({
      token,
      service: 'http://127.0.0.1:8080',
      driver: 'container',
    }))

  test('takes a token from a file', () => {
    writeFileSync(path.join(folder, 'token'), `${token}\n`)
    expect(readOptions(['--token-file', path.join(folder, 'token')], {})).toMatchObject({ token })
    expect(() => readOptions(['--token-file', path.join(folder, 'none')], {})).toThrow(/cannot be read: ENOENT/)
  })

  test.each([
    ['no token', []],
    ['a short token', ['--token', 'abc']],
    ['no address', ['--token', token, '--service', 'idleforge']],
    ['another driver', ['--token', token, '--driver', 'none']],
    ['a port beyond the last', ['--token', token, '--listen', '0.0.0.0:70000']],
    ['an unknown word', ['--token', token, '--fast']],
  ])('refuses %s', (_, args) => expect(() => readOptions(args, {})).toThrow(/./))
})

describe('without a container engine', () => {
  const program = fileURLToPath(new URL('../../../../service/programs/host/main.ts', import.meta.url))
  // A path without an engine.
  const begin = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    spawn(process.execPath, [program, '--token', token, '--service', 'http://127.0.0.1:9', '--data', folder, ...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })

  test.each([
    ['no driver is named', {}, []],
    ['no driver is named, in production', { NODE_ENV: 'production' }, []],
    ['no driver is named, in development', { NODE_ENV: 'development' }, []],
    ['containers are named', {}, ['--driver', 'container']],
  ])('it exits and says what to install where %s', async (_, env, args) => {
    const refused = begin({ PATH: folder, ...env }, ...args)
    let [out, err] = ['', '']
    refused.stdout.on('data', (chunk) => {
      out += chunk
    })
    refused.stderr.on('data', (chunk) => {
      err += chunk
    })
    expect(await once(refused, 'close')).toEqual([2, null])
    expect(err).toMatch(/^Neither Docker nor Podman is installed here\..*Install Docker .* or Podman /s)
    expect(err).not.toMatch(/^ +at /m)
    expect(out).toBe('')
  })

  test('the list of processes does not show the token', async () => {
    const shown = begin({ IDLEFORGE_HOST_TIED: '1' }, '--driver', 'process')
    await once(shown.stdout, 'data')
    expect(readFileSync(`/proc/${shown.pid}/cmdline`, 'utf8')).toMatch(/^idleforge-host/)
    expect(readFileSync(`/proc/${shown.pid}/cmdline`, 'utf8')).not.toContain(token)
    shown.kill('SIGKILL')
    await once(shown, 'close')
  })

  test('the process driver is refused where containers of renters are left', async () => {
    const bindings = openBindings(folder)
    bindings.set('r1', { engine: 'podman', storage: '/store', isMade: true, volumes: [] })
    const refused = begin({}, '--driver', 'process')
    let err = ''
    refused.stderr.on('data', (chunk) => (err += String(chunk)))
    expect(await once(refused, 'close')).toEqual([2, null])
    expect(err).toMatch(/containers of podman.*Start the host without\s--driver process/s)
  })

  test.runIf(process.getuid?.() === 0)('the process driver is refused to an ordinary user', async () => {
    chmodSync(folder, 0o777)
    const args = ['--token', token, '--data', path.join(folder, 'own'), '--driver', 'process']
    const [setpriv = '', ...words] = asUser(65_534)
    const refused = spawn(setpriv, [...words, process.execPath, program, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    refused.stderr.on('data', (chunk) => (err += String(chunk)))
    expect(await once(refused, 'close')).toEqual([2, null])
    expect(err).toMatch(/^--driver process needs root, which gives each rental a user of its own/)
  })

  test('the process driver has to be requested, and reports what it does not isolate', async () => {
    // As an ordinary user it is refused but for the demo, which this is.
    const named = begin({ IDLEFORGE_HOST_TIED: '1' }, '--driver', 'process')
    let output = ''
    const warned = new Promise<void>((resolve) =>
      named.stdout.on('data', (chunk) => {
        output += chunk
        if (output.includes('owner only')) resolve()
      }),
    )
    await warned
    expect(output).toContain('driver process')
    for (const shared of ['network', 'kernel', 'memory', 'disk', 'all users may read']) expect(output).toContain(shared)
    named.kill('SIGKILL')
    await once(named, 'close')
  })
})

describe('the output of nvidia-smi', () => {
  const rtx = { model: 'NVIDIA GeForce RTX 4090', memoryMib: 24_564 }
  const failed =
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.\n"
  const lost =
    'Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost.  Reboot the system to recover this GPU\n'
  test.each([
    ['one', 'NVIDIA GeForce RTX 4090, 24564\n', [rtx]],
    ['two, of two kinds', 'NVIDIA GeForce RTX 4090, 24564\nTesla T4, 15360\n', [rtx, { model: 'Tesla T4', memoryMib: 15_360 }]],
    ['as Windows ends lines', 'NVIDIA GeForce RTX 4090, 24564\r\n', [rtx]],
    ['one that is parted', 'NVIDIA A100-SXM4-80GB, 81920\n', [{ model: 'NVIDIA A100-SXM4-80GB', memoryMib: 81_920 }]],
    ['a name with a comma', 'Quadro M6000, 24GB, 24576\n', [{ model: 'Quadro M6000, 24GB', memoryMib: 24_576 }]],
    ['memory that is shared', 'NVIDIA GB10, [N/A]\n', [{ model: 'NVIDIA GB10', memoryMib: 0 }]],
    ['memory that an old driver does not tell', 'GeForce GT 710, [Not Supported]\n', [{ model: 'GeForce GT 710', memoryMib: 0 }]],
    ['one that needs a reset', 'Tesla V100-SXM2-16GB, [GPU requires reset]\n', [{ model: 'Tesla V100-SXM2-16GB', memoryMib: 0 }]],
    ['one of two is lost', `${lost}NVIDIA GeForce RTX 4090, 24564\n`, [rtx]],
    ['no devices', 'No devices were found\n', []],
    ['no driver', failed, []],
    ['another library', 'Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 570.86\n', []],
    ['nothing', '', []],
  ])('of GPUs: %s', (_, table, gpus) => expect(gpusIn(table)).toEqual(gpus)) // biome-ignore format: a table of values reads better in rows

  test.each([
    ['one', '37\n', 0.37],
    ['the busiest of several', '3\n100\n0\n', 1],
    ['parted ones cannot tell', '[N/A]\n', null],
    ['one of two cannot tell', '[N/A]\n12\n', 0.12],
    ['an error', '[Unknown Error]\nERR!\n', null],
    ['no devices', 'No devices were found\n', null],
    ['nothing', '', null],
  ])('of their load: %s', (_, table, busiest) => expect(busiestIn(table)).toBe(busiest))
})

describe('containers', () => {
  const limits = { cores: 4, memoryMib: 2048, gpus: false, machineId: 'm-1', engine: 'podman' as const }

  test('are bounded, and have no privileges and a network of their own', () => {
    const args = createArguments(order, { ...limits, gpus: true }).join(' ')
    for (const part of [
      '--cap-drop ALL',
      '--cap-add SETUID',
      '--memory-swap 2048m',
      '--shm-size 1024m',
      '--sysctl net.ipv6.conf.all.disable_ipv6=1',
      '--cpus 4',
      '--memory 2048m',
      '--gpus all',
      '--label idleforge.machine=m-1',
    ])
      expect(args).toContain(part)
    expect(args).toContain('--network idleforge-r1')
    expect(args).not.toMatch(/privileged|--volume|--publish|host |NET_RAW|SYS_ADMIN|MKNOD/)
    expect(createArguments(order, limits)).not.toContain('--gpus')
  })
})

test.runIf(process.getuid?.() === 0)('rentals never stand where another user has made the folder, or a link', () => {
  const root = rentalsFolder(folder)
  try {
    symlinkSync(folder, root)
    expect(() => createProcessDriver(folder)).toThrow(/was not made by this user/)
    rmSync(root)
    mkdirSync(root)
    chownSync(root, 58_997, 58_997)
    expect(() => createProcessDriver(folder)).toThrow(/was not made by this user/)
    chownSync(root, 0, 0)
    expect(createProcessDriver(folder).name).toBe('process')
    expect(statSync(root).mode & 0o777).toBe(0o711)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('the host key is created once, and nobody else can read it', () => {
  const first = loadOrCreateHostKey(folder)
  expect(loadOrCreateHostKey(folder)).toEqual(first)
  expect(first.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(statSync(path.join(folder, 'host-key')).mode & 0o777).toBe(0o600)
})

test('a key that could not be read again is not used', () => {
  const readable = createKeyPair('right')
  const damage = (key: string) => key.slice(0, 60) + key.slice(61)
  const made = [
    { ...readable, private: damage(readable.private) },
    { ...readable, public: damage(readable.public) },
    readable,
  ]
  const generate = (() => made.shift()) as unknown as Parameters<typeof createKeyPair>[1]
  expect(createKeyPair('right', generate)).toEqual(readable)
  expect(made).toEqual([])
})

describe("a host's rentals follow the orders", () => {
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
      connect: () => Promise.reject(new Error('nothing listens')),
      presence: async () => 'running',
      recorded: () => [],
      existing: async () => ['old'],
      prepare: act('prepare'),
      halt: act('halt'),
      wipe: act('wipe'),
    }
  }
  const hold = (of = driver()) =>
    createRentals(of, { log: () => undefined, disconnect: (id) => void done.push(`cut ${id}`) })
  const ordered = { ...order, restarts: 0 }
  beforeEach(() => void done.splice(0))

  test('are created, restarted and wiped, each once', async () => {
    const holding = hold()
    holding.reconcile([ordered])
    holding.reconcile([ordered])
    expect(holding.states()).toEqual([{ id: 'r1', state: 'starting', restarts: 0 }])
    await holding.settled()
    expect(holding.current()?.id).toBe('r1')
    holding.reconcile([{ ...ordered, restarts: 1 }])
    await holding.settled()
    expect(holding.states()).toEqual([{ id: 'r1', state: 'running', restarts: 1 }])
    holding.reconcile([])
    holding.reconcile([])
    expect(holding.current()).toBeUndefined()
    await holding.settled()
    expect(holding.states()).toEqual([])
    expect(done).toEqual(['prepare r1', 'cut r1', 'halt r1', 'prepare r1', 'cut r1', 'wipe r1'])
  })

  test('a rental from before stays if it is ordered, and is wiped if not', async () => {
    const holding = hold()
    await holding.recover()
    expect(holding.states()).toEqual([{ id: 'old', state: 'starting', restarts: 0 }])
    holding.reconcile([ordered])
    await holding.settled()
    expect(done).toEqual(expect.arrayContaining(['wipe old', 'prepare r1']))
  })

  test('keys that are added or removed while it runs are those that open it', async () => {
    const holding = hold()
    holding.reconcile([ordered])
    await holding.settled()
    holding.reconcile([{ ...ordered, keys: ['ssh-ed25519 BBBB'] }])
    await holding.settled()
    expect(holding.current()?.keys).toEqual(['ssh-ed25519 BBBB'])
    expect(done).toEqual(['prepare r1'])
  })

  test('a rental that cannot be created is reported', async () => {
    const holding = hold(driver(['prepare']))
    holding.reconcile([ordered])
    await holding.settled()
    expect(holding.states()).toEqual([{ id: 'r1', state: 'failed', restarts: 0 }])
  })
})

test('GPUs are counted again each minute: one that is gone is not reported any more', () => {
  const { PATH } = process.env
  const smi = (text: string) => writeFileSync(path.join(folder, 'nvidia-smi'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  process.env.PATH = `${folder}:${PATH}`
  try {
    let now = 0
    smi('echo "NVIDIA L4, 23034"; echo "NVIDIA L4, 23034"')
    const facts = createFacts(folder, () => now)
    const count = () => facts().gpus.length
    smi('echo "NVIDIA L4, 23034"')
    expect(count()).toBe(2)
    now += 60_000
    expect(count()).toBe(1)
    smi('exit 9')
    now += 60_000
    expect(count()).toBe(0)
  } finally {
    process.env.PATH = PATH
  }
})
