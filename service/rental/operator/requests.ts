import { fromUnits } from '#lib/money/coins.ts'
import { type ImageName, machineStates } from '#lib/rules/gpu.ts'
import { utcDateTime } from '#lib/time/format.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type Change, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, required, rowLimit, text, withDefault } from '#service/platform/operator/fields.ts'
import { type Phrase, phrase } from '#service/platform/operator/phrase.ts'
import { approve, refuse } from '#service/rental/decide-request.ts'
import type { RequestRow } from '#service/rental/own-machines.ts'
import { images, longest, share } from './machine.ts'

const request = required(
  text({ value: 'ID', label: 'Request', hint: 'approve, refuse: which machine that a user offers' }),
  'Which machine that a user offers? Give --request ID.',
)

export const listRequests = defineAct({
  name: 'gpu requests',
  fields: {
    state: withDefault(
      choice(machineStates, { value: 'STATE', label: 'State', hint: 'waiting (default), approved, refused, …' }),
      'waiting',
    ),
    limit: rowLimit(),
  },
  run: requests,
})

export const approveOne = defineAct({
  name: 'gpu approve',
  needsProof: true,
  role: 'finance',
  button: 'Approve',
  fields: { request, share, longest, images },
  run: approveRequest,
})

export const refuseOne = defineAct({
  name: 'gpu refuse',
  role: 'support',
  button: 'Refuse',
  fields: { request, ...reasonFields('reason shown to the user') },
  async run(context, { request: id, ...input }) {
    const why = reasonIn(input)
    return refuseRequest(context, await findRequest(context, id), why)
  },
})

export const requestActs = [listRequests, approveOne, refuseOne]

async function findRequest({ db }: CommandContext, id: string): Promise<RequestRow & { username: string }> {
  const row = await db
    .selectFrom('gpu_requests')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('gpu_requests')
    .select('username')
    .where('gpu_requests.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refused(phrase`There is no request "${id}". See \`gpu requests\`.`)
  return row
}

const alreadyDecided = (id: string) => refused(phrase`Request ${id} is already decided. See \`gpu requests\`.`)

const describeRequest = ({ name, username, region, price }: RequestRow & { username: string }): Phrase =>
  phrase`"${name}" of ${username}, ${region}, at ${fromUnits(price, 'USDT')} USDT an hour`

interface Terms {
  request: string
  share: number
  longest: number
  images: ImageName[] | undefined
}

async function approveRequest(
  context: CommandContext,
  { request: id, share, longest: longestHours, images }: Terms,
): Promise<Change> {
  const row = await findRequest(context, id)
  const terms = phrase`share ${share / 100} %, for up to ${longestHours} hours`
  return {
    kind: 'change',
    question: phrase`Rent out ${describeRequest(row)}? ${terms}. It says of itself: ${row.about}`,
    audit: `request ${id} approved: ${describeRequest(row)}, ${terms}`,
    async apply(db) {
      if (!(await approve(db, { id, share, longestHours, images: images ?? null, now: context.now() })))
        throw alreadyDecided(id)
      const text = phrase`Request ${id} is approved, and ${row.username} is notified. The machine is listed once its host reports.`
      return { data: { id, state: 'approved' }, text }
    },
  }
}

function refuseRequest(context: CommandContext, row: RequestRow & { username: string }, why: Reason): Change {
  const { id } = row
  return {
    kind: 'change',
    question: phrase`Refuse ${describeRequest(row)}? Its user is told: ${reasonText(why)}`,
    audit: `request ${id} refused: ${describeRequest(row)}: ${reasonText(why)}`,
    async apply(db) {
      if (!(await refuse(db, { id, ...why, now: context.now() }))) throw alreadyDecided(id)
      return {
        data: { id, state: 'refused' },
        text: phrase`Request ${id} is refused, and ${row.username} is notified of the reason.`,
      }
    },
  }
}

interface ListInput {
  state: RequestRow['state']
  limit: number
}

async function requests({ db }: CommandContext, { state, limit }: ListInput): Promise<View> {
  const rows = await db
    .selectFrom('gpu_requests')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('gpu_requests')
    .select('username')
    .where('state', '=', state)
    .orderBy('asked_at')
    .orderBy('gpu_requests.id')
    .limit(limit)
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
      empty: phrase`No machine that a user offers is ${state}.`,
    },
  }
}
