import { availableParallelism } from 'node:os'
import type { Today } from '#lib/contract/agent.ts'
import type { MinerControl } from '../control.ts'
import type { Display } from '../display.ts'
import { isExecutable, packedService } from '../executable.ts'
import type { Identity } from '../identity.ts'
import { MINER_VERSION, type Options } from '../options.ts'
import { type AutostartState, autostartOfProcess } from './autostart.ts'
import { BindingDesk, bindProblemOf } from './binding-desk.ts'
import { createDayWatch, type DayWatch } from './day-watch.ts'
import { createGpuDesk } from './gpu-desk.ts'
import { claimInstance, doorFileOf, findInstance, releaseInstance } from './instance.ts'
import { openBrowser } from './open-browser.ts'
import { createReleaseReader } from './read-release.ts'
import { createRoutes, type WindowActs } from './routes.ts'
import { startServer, type WindowServer } from './server.ts'
import { createUpdates } from './updates.ts'
import { createWindowDisplay, type WindowDisplay } from './window-display.ts'
import type { WindowMode } from './window-mode.ts'
import type { UnboundState } from './window-state.ts'

interface WindowOptions {
  options: Options
  mode: Exclude<WindowMode, 'none'>
  control: MinerControl
  display: Display
  /** Binds this device by a code from the page. */
  bind(code: string): Promise<Identity>
  /** Asks the service for today's estimate of the device that is bound. */
  askToday(): Promise<Today>
}

/** The session that mines, as its user acts on it. */
interface Session {
  end(): void
  retryGpu(): void
}

/** The window of a miner that runs, and what the miner asks of it. */
export interface MinerWindow {
  /** Prints as the terminal does, and keeps what the page shows. */
  readonly display: Display
  /** Waits until a code of the page binds this device; undefined where its user stops the miner. */
  waitForIdentity(state: UnboundState, error?: unknown): Promise<Identity | undefined>
  /** A device mines; `end` is called when its user stops the miner. */
  follow(mining: Session): void
  /** Ends the wait for a code. */
  giveUp(): void
  /** Shows the end for a moment, then ends the page. */
  close(): Promise<void>
}

/** The command that starts this miner with the session: without a browser, and for the same device. */
function autostartCommand({ service, formerFile, stateFile }: Options): string[] {
  const script = isExecutable ? [] : process.argv.slice(1, 2)
  // Only a default place has a file of earlier versions.
  const state = formerFile === undefined ? ['--state', stateFile] : []
  const named = service === packedService() ? [] : ['--service', service]
  return [process.execPath, ...script, '--background', ...named, ...state]
}

const createAutostartOf = (options: Options) =>
  autostartOfProcess(
    autostartCommand(options),
    isExecutable && options.service === packedService() && options.formerFile !== undefined,
  )

interface Parts extends WindowOptions {
  shown: WindowDisplay
  desk: BindingDesk
  day: DayWatch
  mining(): Session | undefined
}

function createActs({ options, control, shown, desk, day, mining }: Parts): WindowActs & { startChecks(): () => void } {
  const { service, gpuFolder } = options
  const readRelease = createReleaseReader(service)
  const updates = createUpdates(service, readRelease)
  const gpu = createGpuDesk({
    ...{ service, gpuFolder, readRelease, control },
    status: shown.latest,
    retry: () => mining()?.retryGpu(),
  })
  const autostart = createAutostartOf(options)
  let autostartState: AutostartState | undefined
  let isEnding = false
  const refresh = async () => {
    autostartState = await autostart.read()
  }
  return {
    state() {
      const status = shown.latest()
      if (desk.binding.state === 'bound' && !isEnding) day.look(status?.verifiedRate ?? 0)
      return {
        version: MINER_VERSION,
        service,
        name: options.name,
        maxThreads: availableParallelism(),
        binding: desk.binding,
        status,
        pause: control.pause,
        settings: control.settings,
        conditions: control.conditions,
        rates: shown.rates.points(),
        today: day.state(),
        gpu: gpu.state(),
        autostart: autostartState,
        update: updates.state(),
        isEnding,
      }
    },
    lines: shown.lines,
    refresh,
    bind: (code) => void desk.take(code),
    change: (settings) => control.change(settings),
    pause: (until) => (until === null ? control.resume() : control.pauseUntil(until)),
    async setAutostart(isEnabled) {
      await autostart.set(isEnabled)
      await refresh()
    },
    gpu,
    checkUpdate: updates.check,
    downloadUpdate: () => void updates.download(),
    stop() {
      isEnding = true
      if (desk.isWaiting()) desk.giveUp()
      else mining()?.end()
    },
    startChecks() {
      const stops = [updates.start(), gpu.startChecks()]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Starts the server as the only one of this device; undefined where another miner has been faster, whose page is then opened. */
async function claimServer(of: WindowOptions, acts: WindowActs): Promise<WindowServer | undefined> {
  const file = doorFileOf(of.options.stateFile)
  for (;;) {
    const running = await findInstance(file)
    if (running) {
      if (of.mode === 'open') await openBrowser(running)
      return undefined
    }
    const report = (error: unknown) =>
      of.display.say('window-fault', `The window failed: ${String(error)}`, { error: String(error) })
    const server = await startServer(createRoutes(acts), report)
    if (claimInstance(file, server)) return server
    server.close()
  }
}

/** How long the page can still read that the miner has ended. */
const LAST_STATE_MS = 1_500

async function showPage(server: WindowServer, terminal: Display): Promise<void> {
  if (await openBrowser(server.ticketAddress())) return
  // Not into the log of the page: who copies that would send the address along.
  terminal.say('window', `No browser could be opened. Open this address in one: ${server.address()}`)
}

/** Opens the window of this device; undefined where another miner of it runs already. */
export async function openWindow(of: WindowOptions): Promise<MinerWindow | undefined> {
  const shown = createWindowDisplay(of.display)
  const desk = new BindingDesk(of.bind)
  const day = createDayWatch(of.askToday)
  let mining: Session | undefined
  const { startChecks, ...acts } = createActs({ ...of, shown, desk, day, mining: () => mining })
  const server = await claimServer({ ...of, display: shown }, acts)
  if (!server) return undefined
  const stopChecks = startChecks()
  const release = () => releaseInstance(doorFileOf(of.options.stateFile), server)
  process.on('exit', release)
  if (of.mode === 'open') void showPage(server, of.display)
  return {
    display: shown,
    waitForIdentity(state, error) {
      shown.forget()
      day.forget()
      mining = undefined
      return desk.wait(state, error === undefined ? undefined : bindProblemOf(error))
    },
    follow(session) {
      mining = session
      desk.binding = { state: 'bound' }
    },
    giveUp: () => desk.giveUp(),
    async close() {
      await new Promise((resolve) => setTimeout(resolve, LAST_STATE_MS))
      stopChecks()
      server.close()
      release()
      process.off('exit', release)
    },
  }
}
