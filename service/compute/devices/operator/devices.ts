import { utcDateTime } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { type CommandContext, defineCommand } from '#service/platform/operator/act.ts'
import { required, text } from '#service/platform/operator/fields.ts'
import { phrase, type Text } from '#service/platform/operator/phrase.ts'
import type { Table } from '#service/platform/operator/table.ts'
import { listDevices } from '../list-devices.ts'

const MAX_ROWS = 1000

const rateText = (hashes: number): string => `${(hashes / 1e6).toFixed(2)} MH/s`
const hoursText = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`

export const devices = defineCommand({
  name: 'devices',
  summary: 'The devices of an account',
  fields: { user: required(text({ value: 'EMAIL', label: 'Account', hint: 'whose devices' })) },
  async run(context, { user: email }) {
    const user = await accountOf(context.db, email)
    const machines = await listedDevices(context, user.id, MAX_ROWS)
    return {
      kind: 'view',
      audit: user.username,
      data: machines,
      table: deviceTable(machines, phrase`${user.username} has no device.`),
    }
  },
})

type Listed = Awaited<ReturnType<typeof listDevices>>['list']

export async function listedDevices({ db, now }: CommandContext, userId: string, pageSize: number): Promise<Listed> {
  return (await listDevices(db, { status: 'all', page: 1, pageSize, userId, now: now() })).list
}

export const deviceTable = (machines: Listed, empty: Text): Table => ({
  columns: [
    { title: 'Device' },
    { title: 'Id' },
    { title: 'State' },
    { title: 'Hash rate', right: true },
    { title: 'Today', right: true },
    { title: 'In all', right: true },
    { title: 'Last seen' },
    { title: 'Miner' },
  ],
  rows: machines.map((one) => [
    one.name,
    one.id,
    one.noWork ? `${one.status}, no work` : one.status,
    rateText(one.hashrate),
    hoursText(one.todayUptime),
    hoursText(one.totalUptime),
    one.lastSeenAt === null ? 'never' : utcDateTime(one.lastSeenAt),
    one.minerVersion,
  ]),
  empty,
})
