import { atom, computed } from 'nanostores'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/tasks.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $isPhone, partOf } from '../core/lists/phone.ts'
import { $points } from './store.ts'

const REFRESH_MS = 30_000
/** Tasks of a page (SPEC-9.17). */
export const SIZE = 5

export type Task = contract.Task
export type Tab = 'ongoing' | 'past' | 'history'

export const $tab = atom<Tab>('ongoing')
export const $page = atom(1)

export function showTab(tab: Tab): void {
  $page.set(1)
  $tab.set(tab)
}

/** Loaded at once: the tab shows the number of open tasks in any case. */
export const $ongoing = createResource(contract.taskList, {
  $payload: computed([$tab, $page, $isPhone], (tab, page, isPhone) => ({
    ...partOf({ page: tab === 'ongoing' ? page : 1, size: SIZE }, isPhone),
    status: 'ongoing' as const,
  })),
  everyMs: REFRESH_MS,
})
export const $past = createResource(contract.taskList, {
  $payload: computed([$page, $isPhone], (page, isPhone) => ({
    ...partOf({ page, size: SIZE }, isPhone),
    status: 'past' as const,
  })),
})

/** Tasks verified here, by id: their rows change before the list is loaded again. */
export const $verified = atom<Readonly<Record<string, Task>>>({})

/** Verifies a task and returns its new state. */
export async function verify(id: string, proof?: string): Promise<Task> {
  try {
    const task = await call(contract.verifyTask, { id, ...(proof !== undefined && { proof }) })
    $verified.set({ ...$verified.get(), [id]: task })
    return task
  } finally {
    void Promise.all([$ongoing.reload(), $points.reload()]).then(() => {
      const { [id]: _, ...others } = $verified.get()
      $verified.set(others)
    })
  }
}

/** When another code can be requested, in Unix milliseconds of this device's clock. */
export const $resendAt = atom(0)

const countDown = (seconds: number): void => $resendAt.set(Date.now() + seconds * 1000)

/**
 * Mails the code of the mailbox task. Throws the service's refusal; if a code was sent recently, its countdown starts
 * too.
 */
export async function mailCode(): Promise<void> {
  try {
    countDown((await call(contract.taskVerifyCode, {})).resendAfter)
  } catch (error) {
    if (error instanceof RefusedError && typeof error.data.resendAfter === 'number') countDown(error.data.resendAfter)
    throw error
  }
}
