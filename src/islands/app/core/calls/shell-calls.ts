/**
 * Calls that the shell makes as soon as it is shown, in one file: the client of the calls, and the shell's endpoints.
 */
export { call, warmUp } from '#lib/api/browser.ts'
export { officialActive } from '#lib/contract/activity.ts'
export { machineStatistics } from '#lib/contract/device-statistics.ts'
export { unreadMessages } from '#lib/contract/unread.ts'
