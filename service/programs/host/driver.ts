import type { ChildProcess } from 'node:child_process'
import type { HostFacts } from '#lib/contract/host.ts'

/** A rental as its host makes it. */
export interface Order {
  readonly id: string
  readonly image: string
  /** Lines of OpenSSH: who may enter. */
  readonly keys: readonly string[]
  /** Whether it is the machine's owner who rents it; not where the service does not say so. */
  readonly isOwners?: boolean | undefined
}

export interface Terminal {
  readonly term: string
  readonly rows: number
  readonly columns: number
}

export interface ExecRequest {
  /** Undefined is a shell. */
  readonly command: string | undefined
  readonly terminal: Terminal | undefined
  /** The subsystem of file transfers, in place of a command. */
  readonly files?: boolean
}

/** How rentals are made on this machine. Each is apart from the machine and from the rentals before it. */
export interface Driver {
  readonly name: 'process' | 'container'
  /** Makes the place of a rental, or finds the one that stands from before. */
  prepare(order: Order): Promise<void>
  /** Runs something in it; undefined where it can't be had there. */
  run(order: Order, wanted: ExecRequest): ChildProcess | undefined
  /** Ends everything that runs in it, and leaves the place. */
  halt(id: string): Promise<void>
  /** Ends everything and wipes it. Once it has returned there is nothing left. */
  wipe(id: string): Promise<void>
  /** Places that stand, from before this start too. */
  existing(): Promise<string[]>
}

export type Facts = HostFacts
