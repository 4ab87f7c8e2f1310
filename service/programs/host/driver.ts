import type { Duplex, Readable, Writable } from 'node:stream'
import type { HostFacts, OrderedTemplate } from '#lib/contract/host.ts'
import type { TerminalSize } from './terminal.ts'

/** A rental as its host runs it. */
export interface Order {
  readonly id: string
  readonly image: string
  /** Authorized keys, as OpenSSH lines. */
  readonly keys: readonly string[]
  /** Whether the machine's owner rents it; undefined where the service does not say so. */
  readonly isOwners?: boolean | undefined
  /** Whether it may reach the internet; `none` has no way out at all. Default `internet`. */
  readonly reach?: 'internet' | 'none'
  /** In place of the image. */
  readonly template?: OrderedTemplate | undefined
}

export interface Terminal extends TerminalSize {
  readonly term: string
}

export interface ExecRequest {
  /** Undefined starts a shell. */
  readonly command: string | undefined
  readonly terminal: Terminal | undefined
  /** Starts the SFTP subsystem in place of a command. */
  readonly files?: boolean
}

/** A command or shell of a renter that runs. */
export interface Running {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when it has ended and its output is read: with its exit status, or the signal that ended it. */
  readonly ended: Promise<Ending>
  /** Sends a signal to it and what it has started in the foreground. */
  signal(name: NodeJS.Signals): void
  /** Gives its terminal another size. */
  resize(size: TerminalSize): void
  /** Its user is gone: sends SIGHUP, closes its terminal and its streams. Jobs that ignore SIGHUP or have left it go on. */
  hangUp(): void
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** False where the program that was to run it is missing. */
  readonly hasStarted: boolean
}

/** How much of an image has arrived. */
export interface PullProgress {
  doneMib: number
  totalMib: number
}

/** State of a rental's environment; `unknown` where the engine gives no answer, which is never `absent`. */
export type Presence = 'running' | 'stopped' | 'absent' | 'unknown'

/**
 * Runs rentals on this machine, isolated from the machine and from earlier rentals. Where the engine gives no answer, a
 * call throws `EngineUnavailableError`: nothing is known of its effect, and it is repeated.
 */
export interface Driver {
  readonly name: 'process' | 'container'
  /** Creates the environment of a rental, or reuses an existing one. */
  prepare(order: Order): Promise<void>
  /** Runs a command in it; undefined where that is not available. */
  run(order: Order, request: ExecRequest): Running | undefined
  /** Connects to a TCP port inside it, on its loopback address; rejects where nothing listens there. */
  connect(order: Order, port: number): Promise<Duplex>
  presence(id: string): Promise<Presence>
  /** How much of a rental's image has arrived; undefined while none is pulled. */
  progress?(id: string): PullProgress | undefined
  /** Ends the pull of an image that nobody waits for any more. */
  cancel?(id: string): void
  /** The output of its start script, as it comes; undefined where there is none to have. */
  logs?(order: Order): Running | undefined
  /** Kills everything that runs in it, and keeps its files. Nothing runs when it returns. */
  halt(id: string): Promise<void>
  /** Kills everything and deletes its files. Nothing is left when it returns. */
  wipe(id: string): Promise<void>
  /** Ids of the rentals that this host has recorded, also while its engine does not answer. */
  recorded(): string[]
  /** Ids of the existing rentals of this machine, also those that are not recorded. */
  existing(): Promise<string[]>
}

export type Facts = HostFacts
