import type { ChildProcess } from 'node:child_process'
import type { HostFacts } from '#lib/contract/host.ts'

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
}

export interface Terminal {
  readonly term: string
  readonly rows: number
  readonly columns: number
}

export interface ExecRequest {
  /** Undefined starts a shell. */
  readonly command: string | undefined
  readonly terminal: Terminal | undefined
  /** Starts the SFTP subsystem in place of a command. */
  readonly files?: boolean
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
  run(order: Order, request: ExecRequest): ChildProcess | undefined
  presence(id: string): Promise<Presence>
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
