import { utcDateTime } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import type { Command } from '#service/platform/operator/act.ts'
import { listDevices } from '../list-devices.ts'

const MAX_ROWS = 1000

const rateText = (hashes: number): string => `${(hashes / 1e6).toFixed(2)} MH/s`
const hoursText = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`

export const devices: Command = {
  name: 'devices',
  summary: 'The devices of an account',
  options: { user: { type: 'string', value: 'EMAIL', hint: 'whose devices', required: true } },
  async run({ db, now }, asked) {
    const user = await accountOf(db, asked.must('user'))
    const at = now()
    const all = { status: 'all', page: 1, pageSize: MAX_ROWS } as const
    const { list: machines } = await listDevices(db, { ...all, userId: user.id, now: at })
    return {
      kind: 'view',
      audit: user.username,
      data: machines,
      table: {
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
        empty: `${user.username} has no device.`,
      },
    }
  },
}
