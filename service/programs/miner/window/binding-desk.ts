import * as v from 'valibot'
import { BindCode } from '#lib/contract/codes.ts'
import type { Identity } from '../identity.ts'
import { DeclinedError, UnreachableError } from '../link.ts'
import type { Binding, BindProblem, UnboundState } from './window-state.ts'

const declined: Readonly<Record<string, BindProblem['reason']>> = {
  BIND_CODE_WRONG: 'code-wrong',
  TOO_MANY_DEVICES: 'too-many-devices',
}

export function bindProblemOf(error: unknown): BindProblem {
  if (error instanceof UnreachableError) return { reason: 'unreachable', detail: error.message }
  const reason = error instanceof DeclinedError ? declined[error.reason] : undefined
  return reason ? { reason } : { reason: 'other', detail: error instanceof Error ? error.message : String(error) }
}

/** Takes codes from the page while the miner waits for one. */
export class BindingDesk {
  binding: Binding = { state: 'starting' }
  readonly #bind: (code: string) => Promise<Identity>
  #resolve: ((identity: Identity | undefined) => void) | undefined

  constructor(bind: (code: string) => Promise<Identity>) {
    this.#bind = bind
  }

  /** Waits until a code binds this device; undefined when the wait was given up. */
  wait(state: UnboundState, problem?: BindProblem): Promise<Identity | undefined> {
    this.binding = { state, ...(problem && { problem }) }
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  isWaiting(): boolean {
    return this.#resolve !== undefined
  }

  giveUp(): void {
    this.#resolve?.(undefined)
    this.#resolve = undefined
  }

  /** Spends a code; the page follows the outcome in the state. */
  async take(code: string): Promise<void> {
    const before = this.binding.state
    if (!this.#resolve || before === 'starting' || before === 'binding' || before === 'bound') return
    if (!v.is(BindCode, code)) {
      this.binding = { state: before, problem: { reason: 'code-form' } }
      return
    }
    this.binding = { state: 'binding' }
    try {
      const identity = await this.#bind(code)
      this.binding = { state: 'bound' }
      this.#resolve?.(identity)
      this.#resolve = undefined
    } catch (error) {
      this.binding = { state: before, problem: bindProblemOf(error) }
    }
  }
}
