import { randomUUID } from 'node:crypto'
import { availableParallelism, constants, cpus, release, setPriority, type } from 'node:os'
import { BIND_CODE_MS } from '#lib/rules/devices.ts'
import { cutText } from '#lib/text/characters.ts'
import { extendConnectTimeout } from '#service/platform/connect-timeout.ts'
import { applyProxies } from '../network.ts'
import { askCode } from './ask-code.ts'
import { MinerControl } from './control.ts'
import { createDisplay, type Display } from './display.ts'
import { isExecutable } from './executable.ts'
import { findAddon } from './gpu/addon-file.ts'
import { assertWritable, type Identity, readIdentity, writeIdentity } from './identity.ts'
import { listenForKeys } from './keys.ts'
import { createLink, DeclinedError, type Link, ReplacedError, UnboundError, UnreachableError } from './link.ts'
import { machineId } from './machine.ts'
import { MiningSession } from './mining-session.ts'
import type { EngineName } from './nonce-search.ts'
import { MINER_VERSION, type Options, ownCommand, readCode, readOptions, UsageError, usage } from './options.ts'
import { type Kept, readSettings, settingsFileOf, writeSettings } from './settings.ts'
import { watchSystem } from './watch-system.ts'
import { type MinerWindow, openWindow } from './window/miner-window.ts'
import { windowModeOf } from './window/window-mode.ts'

const hardware = (): string =>
  `${cpus()[0]?.model.trim() ?? 'CPU'}, ${availableParallelism()} threads, ${type()} ${release()}`

/** Binds with a code. When the reply is lost, it retries with the same request id while the code is valid. */
async function bind(options: Options & { code: string }, link: Link, display: Display): Promise<Identity> {
  const requestId = randomUUID()
  for (let tries = 0; ; tries += 1) {
    try {
      const { code, name } = options
      const { deviceId, token } = await link.bind({
        code,
        name,
        hardware: cutText(hardware(), 160),
        machine: machineId(),
        gpuCount: 0,
        version: MINER_VERSION,
        requestId,
      })
      return { service: options.service, deviceId, token }
    } catch (error) {
      if (!(error instanceof UnreachableError) || tries >= 5) throw error
      if (tries === 0)
        display.say('bind-retry', `Can't reach the service (${error.message}). Retrying.`, { error: error.message })
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (tries + 1)))
    }
  }
}

/** Binds this device and stores its credentials. */
async function addDevice(options: Options & { code: string }, link: Link, display: Display): Promise<Identity> {
  assertWritable(options.stateFile)
  const identity = await bind(options, link, display)
  writeIdentity(options.stateFile, identity)
  display.say('bound', `Bound as "${options.name}". This device is remembered in ${options.stateFile}.`, {
    deviceId: identity.deviceId,
    name: options.name,
    file: options.stateFile,
  })
  return identity
}

/** The identity by the code of an option, or of an earlier start. */
async function knownIdentity(options: Options, link: Link, display: Display): Promise<Identity | undefined> {
  const { code } = options
  if (code !== undefined) return addDevice({ ...options, code }, link, display)
  const read = (file: string | undefined) =>
    file &&
    readIdentity(file, options.service, () =>
      display.say('restored', `The device's token in ${file} was damaged, and was restored from its copy.`, { file }),
    )
  return read(options.stateFile) || read(options.formerFile) || undefined
}

async function askIdentity(options: Options, link: Link, display: Display): Promise<Identity> {
  // Somebody who starts an executable by a click types no options.
  const typed = isExecutable && !options.json ? await askCode(options.service) : undefined
  if (typed) return addDevice({ ...options, code: readCode(typed) }, link, display)
  const start = ownCommand(process.env, process.argv[1] ?? '')
  throw new UsageError(
    `This device is not bound to ${options.service} yet. Press "Add device" in the dashboard, then run: ${start} --service ${options.service} --code XXXXXXXX`,
  )
}

interface Parts {
  link: Link
  display: Display
  control: MinerControl
  window: MinerWindow | undefined
  /** Fulfilled once the system has told whether the PC is in use. */
  ready: Promise<void>
}

/** In a window everything that keeps this device from being bound is shown, and a code is waited for. */
async function findIdentity(options: Options, { link, display, window }: Parts): Promise<Identity | undefined> {
  if (!window) return (await knownIdentity(options, link, display)) ?? askIdentity(options, link, display)
  try {
    const identity = await knownIdentity(options, link, display)
    if (identity) return identity
  } catch (error) {
    return window.waitForIdentity('needed', error)
  }
  return window.waitForIdentity('needed')
}

/** Everything else on the PC comes before mining; threads inherit the priority. A system may refuse it. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {}
}

const engineNames: Readonly<Record<EngineName, string>> = {
  'wasm-simd': 'SIMD engine',
  javascript: 'slower JavaScript engine, because WebAssembly SIMD does not work here',
}

function createControl({ stateFile, settings: typed, isGpu }: Options, display: Display): MinerControl {
  const file = settingsFileOf(stateFile)
  let isToldOf = false
  const keep = (kept: Kept) => {
    try {
      writeSettings(file, kept)
    } catch (error) {
      if (!isToldOf)
        display.say('settings', `The settings can't be kept for the next start: ${(error as Error).message}.`)
      isToldOf = true
    }
  }
  return new MinerControl({ ...readSettings(file), typed, isGpuTyped: isGpu, keep })
}

const REPLACED = 'Another miner was started for this device, so this one has stopped.'

/**
 * Runs sessions until the miner ends: in a window, a device that was unbound or is mined for by another miner can be bound again. This one
 * does not take over by itself, or the two would stop each other for ever.
 */
async function mineSessions(options: Options, parts: Parts, use: (identity: Identity) => void): Promise<void> {
  const { link, display, control, window, ready } = parts
  let mining: MiningSession | undefined
  const end = () => {
    window?.giveUp()
    mining?.end()
  }
  listenForKeys({ end }, control, process)
  for (let identity = await findIdentity(options, parts); identity; ) {
    use(identity)
    const { threads } = control.settings
    mining = new MiningSession({
      link,
      display,
      control,
      deviceId: identity.deviceId,
      findGpu: () => findAddon(options.gpuFolder),
    })
    const { engine } = mining
    window?.follow(mining)
    display.say(
      'start',
      `Mining for ${options.service} with ${threads} ${threads === 1 ? 'thread' : 'threads'} and the ${engineNames[engine]}.`,
      { service: options.service, threads, engine },
    )
    try {
      return await mining.run(ready)
    } catch (error) {
      const isReplaced = error instanceof ReplacedError
      if (!window || !(isReplaced || error instanceof UnboundError)) throw error
      if (isReplaced) display.say('replaced', REPLACED)
      else display.say('unbound', 'This device was unbound in the dashboard.')
      identity = await window.waitForIdentity(isReplaced ? 'replaced' : 'unbound')
    }
  }
}

async function mine(options: Options): Promise<void> {
  const terminal = createDisplay(options.json)
  const proxyWarning = applyProxies(process.env)
  if (proxyWarning !== undefined) terminal.say('proxy', proxyWarning)
  let token: string | undefined
  const link = createLink(options.service, () => token, randomUUID())
  const control = createControl(options, terminal)
  const { platform, pid, env, stdout } = process
  const isTerminal = stdout.isTTY ?? false
  const mode = windowModeOf({ named: options.window, json: options.json, isTerminal, platform, pid, env })
  const bindByCode = (code: string): Promise<Identity> => addDevice({ ...options, code }, link, display)
  const window: MinerWindow | undefined =
    mode === 'none'
      ? undefined
      : await openWindow({ options, mode, control, display: terminal, bind: bindByCode, askToday: link.today })
  if (mode !== 'none' && !window) return terminal.say('running', 'The miner of this device runs already.')
  const display: Display = window?.display ?? terminal
  // The browser is open by now: it would have the same priority.
  lowerPriority()
  const stop = control.start()
  const observer = watchSystem(control, { display, env: process.env })
  try {
    await mineSessions(options, { link, display, control, window, ready: observer.first }, (identity) => {
      token = identity.token
    })
  } finally {
    observer.stop()
    stop()
    display.clear()
    await window?.close()
  }
}

/** Texts for refusals whose texts from the service are written for the dashboard. */
const declined: Readonly<Record<string, string>> = {
  BIND_CODE_WRONG: `This code is wrong, already used, or older than ${BIND_CODE_MS / 1000} seconds. Get a new one from "Add device" in the dashboard.`,
}

/** One sentence and one exit code for each kind of failure. */
function explain(error: unknown): { text: string; exitCode: number } {
  if (error instanceof UsageError) return { text: `${error.message}\nSee idleforge-miner --help.`, exitCode: 2 }
  if (error instanceof DeclinedError) return { text: declined[error.reason] ?? error.message, exitCode: 3 }
  if (error instanceof UnboundError)
    return { text: 'This device was unbound in the dashboard. Bind it again with a new code to continue.', exitCode: 4 }
  if (error instanceof ReplacedError)
    return {
      text: `${REPLACED} Both would do the same work.
If both run on this PC, keep one of them. If the other one runs on a copy of this PC, bind this PC as a device of its own: press
"Add device" in the dashboard, then start with --code XXXXXXXX.`,
      exitCode: 6,
    }
  if (error instanceof UnreachableError)
    return { text: `Can't reach the service: ${error.message}. Check --service and your network.`, exitCode: 5 }
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 }
}

async function main(): Promise<number> {
  extendConnectTimeout()
  try {
    const options = readOptions(process.argv.slice(2), process.env)
    if (options === 'help') console.log(usage)
    else if (options === 'version') console.log(MINER_VERSION)
    else await mine(options)
    return 0
  } catch (error) {
    const { text, exitCode } = explain(error)
    console.error(text)
    return exitCode
  }
}

process.exit(await main())
