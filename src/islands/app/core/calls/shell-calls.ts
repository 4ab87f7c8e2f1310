/** What the shell asks for as soon as it stands, in one file: the client of the calls, and the endpoints that it calls itself. */
export { call, warmUp } from '#lib/api/browser.ts'
export { officialActive } from '#lib/contract/activity.ts'
export { machineStatistics } from '#lib/contract/devices.ts'
export { unreadMessages } from '#lib/contract/unread.ts'
