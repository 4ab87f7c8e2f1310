import * as v from 'valibot'
import { expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { earningList } from '#lib/contract/earning-list.ts'
import { earningsByDay } from '#lib/contract/earnings.ts'
import { inviteList } from '#lib/contract/invitations.ts'
import { messageList } from '#lib/contract/messages.ts'
import { noticeList } from '#lib/contract/notices.ts'
import { taskList } from '#lib/contract/tasks.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'

test.each([
  [machineList, { pageSize: 3 }],
  [earningList, { size: 20 }],
  [withdrawalList, { size: 20 }],
  [inviteList, { pageSize: 5 }],
  [taskList, { size: 5 }],
  [earningsByDay, { size: 5 }],
  [messageList, { size: 20 }],
  [noticeList, { size: 20 }],
] as const)('$path has pages of their size where a client names none', ({ request }, size) => {
  expect(v.parse(request, { page: 1 })).toMatchObject(size)
})
