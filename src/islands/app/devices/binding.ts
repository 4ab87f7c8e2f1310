import { atom, onMount } from 'nanostores'
import { bindCheck, bindCode } from '#lib/contract/devices.ts'
import { call } from '../core/calls/call.ts'
import { serviceMs } from '../core/calls/service-clock.ts'
import { $fresh, reloadDevices } from './store.ts'

/** Poll interval of an open dialog for the device's binding (ADR-113). */
const POLL_MS = 2_000
export const CODE_SECONDS = 60

/** Result of "Check": no device has bound yet, or unknown because the call failed. */
type Checked = { known: true } | { known: false; error: unknown }

export type Binding =
  | { step: 'idle' }
  | { step: 'asking' }
  | { step: 'failed'; error: unknown }
  | { step: 'waiting'; code: string; deadline: number; checked?: Checked }
  | { step: 'bound'; name: string }

export const $binding = atom<Binding>({ step: 'idle' })

/** Counts requests and dismissals: an answer to an older request is dropped. */
let generation = 0

/** Requests a code, which ends the previous one. */
export async function newCode(): Promise<void> {
  generation += 1
  const mine = generation
  $fresh.set(undefined)
  $binding.set({ step: 'asking' })
  const sentAt = Date.now()
  try {
    const { code, expiresAt, serverTime } = await call(bindCode, {})
    // Its lifetime starts at the request, by this device's clock, which may be minutes off.
    const age = Date.now() - sentAt
    const deadline = serviceMs() + (expiresAt - serverTime) * 1000 - age
    if (mine === generation) $binding.set({ step: 'waiting', code, deadline })
  } catch (error) {
    if (mine === generation) $binding.set({ step: 'failed', error })
  }
}

export function forgetCode(): void {
  generation += 1
  $binding.set({ step: 'idle' })
}

/** State of a code that is still waiting; undefined after it has bound or was replaced. */
function waitingFor(code: string) {
  const now = $binding.get()
  return now.step === 'waiting' && now.code === code ? now : undefined
}

/** True if the device has bound. A pressed "Check" shows when it has not. */
export async function checkCode(pressed: boolean): Promise<void> {
  const before = $binding.get()
  if (before.step !== 'waiting') return
  try {
    const { bound, machine } = await call(bindCheck, { code: before.code })
    const now = waitingFor(before.code)
    if (!now) return
    if (bound) {
      $binding.set({ step: 'bound', name: machine?.name ?? '' })
      $fresh.set(machine?.id)
      await reloadDevices()
    } else if (pressed) $binding.set({ ...now, checked: { known: true } })
    // The service responds again, so the earlier failure is cleared.
    else if (now.checked?.known === false) $binding.set({ step: 'waiting', code: now.code, deadline: now.deadline })
  } catch (error) {
    const now = pressed && waitingFor(before.code)
    if (now) $binding.set({ ...now, checked: { known: false, error } })
  }
}

/** The code with a pending timer check: a slow service gets one such check at a time. */
let polled: string | undefined

async function poll(code: string): Promise<void> {
  polled = code
  await checkCode(false)
  if (polled === code) polled = undefined
}

// The end of a code's lifetime is checked by the component that shows the countdown.
onMount($binding, () => {
  const timer = setInterval(() => {
    const now = $binding.get()
    const isLive = now.step === 'waiting' && now.code !== polled && serviceMs() < now.deadline
    if (isLive && document.visibilityState === 'visible') void poll(now.code)
  }, POLL_MS)
  return () => clearInterval(timer)
})

/** "7K4X 2QXA": two groups of four, easier to type. */
export const codeGroups = (code: string): string[] => [code.slice(0, 4), code.slice(4)]
