import { fromUnits } from '#lib/money/coins.ts'
import { machineStates } from '#lib/rules/gpu.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Asked, Change, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { approve, refuse } from '#service/rental/decide-request.ts'
import type { RequestRow } from '#service/rental/own-machines.ts'
import { imagesIn, shareIn } from './machine.ts'

/** Machines that users offer: whoever is approved starts a host by a token of their own, and is listed by its first report. */

async function requestIn({ db }: CommandContext, asked: Asked): Promise<RequestRow & { username: string }> {
  const id = asked.text('request')
  if (id === undefined) throw wrongUsage('Which machine that a user offers? Give --request ID.')
  const row = await db
    .selectFrom('gpu_requests')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('gpu_requests')
    .select('username')
    .where('gpu_requests.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refused(`There is no request "${id}". See \`gpu requests\`.`)
  return row
}

const decided = (id: string) => refused(`Request ${id} does not wait any more. See \`gpu requests\`.`)

const saidOf = ({ name, username, region, price }: RequestRow & { username: string }): string =>
  `"${name}" of ${username}, ${region}, at ${fromUnits(price, 'USDT')} USDT an hour`

export async function approveRequest(context: CommandContext, asked: Asked): Promise<Change> {
  const row = await requestIn(context, asked)
  const { id } = row
  const share = shareIn(asked)
  const longestHours = asked.number('longest', { least: 1, most: 8760, usual: 720 })
  const images = asked.text('images') === undefined ? null : imagesIn(asked)
  const terms = `share ${share / 100} %, for up to ${longestHours} hours`
  return {
    kind: 'change',
    question: `Rent out ${saidOf(row)}? ${terms}. It says of itself: ${row.about}`,
    audit: `request ${id} approved: ${saidOf(row)}, ${terms}`,
    async apply(db) {
      if (!(await approve(db, { id, share, longestHours, images, now: context.now() }))) throw decided(id)
      const text = `Approved, and ${row.username} is told. It is listed once its host reports.`
      return { data: { id, state: 'approved' }, text }
    },
  }
}

export async function refuseRequest(context: CommandContext, asked: Asked): Promise<Change> {
  const why = reasonIn(asked)
  const row = await requestIn(context, asked)
  const { id } = row
  return {
    kind: 'change',
    question: `Refuse ${saidOf(row)}? Its user is told: ${reasonText(why)}`,
    audit: `request ${id} refused: ${saidOf(row)}: ${reasonText(why)}`,
    async apply(db) {
      if (!(await refuse(db, { id, ...why, now: context.now() }))) throw decided(id)
      return { data: { id, state: 'refused' }, text: `Refused, and ${row.username} is told why.` }
    },
  }
}

export async function requests({ db }: CommandContext, asked: Asked): Promise<View> {
  const state = machineStates.find((one) => one === (asked.text('state') ?? 'waiting'))
  if (state === undefined) throw wrongUsage(`--state is one of ${machineStates.join(', ')}.`)
  const rows = await db
    .selectFrom('gpu_requests')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('gpu_requests')
    .select('username')
    .where('state', '=', state)
    .orderBy('asked_at')
    .orderBy('gpu_requests.id')
    .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
    .execute()
  const titles = ['Request', 'User', 'Name', 'Region', 'Mbit/s', 'USDT/h', 'Asked', 'What it is']
  return {
    kind: 'view',
    audit: `${rows.length} machines that users offer, ${state}`,
    data: rows.map(({ token_hash: _, ...row }) => ({ ...row, price: fromUnits(row.price, 'USDT') })),
    table: {
      columns: titles.map((title, index) => ({ title, right: index === 4 || index === 5 })),
      rows: rows.map((row) => [
        ...[row.id, row.username, row.name, row.region, String(row.network_mbps)],
        ...[fromUnits(row.price, 'USDT'), utcDateTime(unixSeconds(row.asked_at)), row.about],
      ]),
      empty: `No machine that a user offers is ${state}.`,
    },
  }
}
