import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/invitations.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { dayBefore } from '../core/lists/day-range.ts'
import { $isPhone, pageSizeOf } from '../core/lists/phone.ts'
import { $settled, $today } from '../earnings/store.ts'

export const SIZE = 5
export const DAYS = 14

export const $share = createResource(contract.shareH5, { $payload: atom({}) })

export const $counts = createResource(contract.inviteCount, { $payload: atom({}), $changes: $settled })

export const $filter = atom<{ page: number; status: contract.InviteStatus }>({ page: 1, status: 'all' })

export const $invitations = createResource(contract.inviteList, {
  $payload: computed([$filter, $isPhone], ({ page, status }, isPhone) => ({
    ...pageSizeOf({ page, size: SIZE }, isPhone),
    status,
  })),
  $changes: $settled,
})

export const $days = createResource(contract.inviteStatistics, {
  $payload: computed($today, (today) => ({ startDate: dayBefore(today, DAYS - 1), endDate: today })),
  $changes: $settled,
})

/** The invitation whose days are shown, and its page. */
export const $openInvitation = atom<{ id: string; page: number } | undefined>()

export const $referralRewards = createResource(contract.inviteOrderList, {
  $payload: computed([$openInvitation, $isPhone], (invitation, isPhone) => {
    return invitation && { id: invitation.id, ...pageSizeOf({ page: invitation.page, size: SIZE }, isPhone) }
  }),
})

export async function remind(id: string): Promise<void> {
  try {
    await call(contract.remindInvitee, { id })
  } finally {
    await $invitations.reload()
  }
}

export async function refuseReminders(): Promise<void> {
  await call(contract.refuseReminders, {})
  await $counts.reload()
}
