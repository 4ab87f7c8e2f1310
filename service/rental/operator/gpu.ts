import { fromUnits } from '#lib/money/coins.ts'
import type { OfferState, Trouble } from '#lib/rules/gpu.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { already, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { required, rowLimit, text } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { troubleOf } from '#service/rental/host-trouble.ts'
import { missingGpusOf } from '#service/rental/missing-gpus.ts'
import { type GpuRow, isExposed, stateSql } from '#service/rental/row.ts'
import { machineFields, newMachine } from './machine.ts'
import { addMachine, changePrice, pauseMachine, renewToken } from './machine-changes.ts'
import { rentalActs } from './rentals.ts'
import { requestActs } from './requests.ts'

const machine = required(
  text({ value: 'ID', label: 'Machine', hint: 'which one; add: its short name, for example hall-4090-1' }),
  'Which machine? Give --machine ID.',
)

export const listMachines = defineAct({ name: 'gpu', fields: { limit: rowLimit() }, run: list })

export const add = defineAct({
  name: 'gpu add',
  needsProof: true,
  button: 'Add a machine',
  fields: machineFields,
  run: async (context, input) => addMachine(context, await newMachine(context, input)),
})

export const price = defineAct({
  name: 'gpu price',
  needsProof: true,
  button: 'Set the price',
  fields: { machine, price: machineFields.price },
  run: async (context, { machine: id, price: units }) => changePrice(context, await findMachine(context, id), units),
})

export const pause = defineAct({
  name: 'gpu pause',
  button: 'Stop offering it',
  fields: { machine },
  run: async (context, { machine: id }) => {
    const row = await findMachine(context, id)
    const isOperators = row.paused && !(await isStoppedByOwner(context, row))
    return isOperators ? already(phrase`${row.id} is already paused.`) : pauseMachine(row, true)
  },
})

export const resume = defineAct({
  name: 'gpu resume',
  button: 'Offer it again',
  fields: { machine },
  run: async (context, { machine: id }) => pauseMachine(await findMachine(context, id), false),
})

export const token = defineAct({
  name: 'gpu token',
  needsProof: true,
  button: 'Give it a new token',
  fields: { machine },
  run: async (context, { machine: id }) => renewToken(await findMachine(context, id)),
})

/** Machines that are rented by the hour. A rental keeps the price and the share that it was rented at. */
export const gpu: Command = {
  name: 'gpu',
  summary: 'Machines for rent, their rentals, and the machines that users offer: list, add, approve, end, refund',
  acts: [listMachines, add, price, pause, resume, token, ...rentalActs, ...requestActs],
}

/** The owner has withdrawn the machine, and may offer it again. */
const isStoppedByOwner = async ({ db }: CommandContext, { id }: GpuRow): Promise<boolean> =>
  (await db
    .selectFrom('gpu_requests')
    .select('id')
    .where('gpu_id', '=', id)
    .where('state', '=', 'stopped')
    .executeTakeFirst()) !== undefined

async function findMachine({ db }: CommandContext, id: string): Promise<GpuRow> {
  const row = await db.selectFrom('gpus').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(phrase`There is no machine "${id}". See \`gpu\`.`)
  return row
}

const troubleTexts = {
  engine: 'its container engine does not answer',
  wiping: 'an earlier rental is not wiped yet',
  proving: 'its host is proving that it can make a rental',
  failed: 'its host failed to make or wipe a rental',
} as const satisfies Record<Trouble, string>

/** The state with the reason why a machine is not offered. */
function stateText(row: GpuRow & { state: OfferState }): string {
  const missing = missingGpusOf(row)
  if (!missing && isExposed(row.driver)) return `${row.state}, for its owner only: its host runs with --driver process`
  const trouble = troubleOf(row)
  if (!missing && trouble)
    return `${row.state}: ${troubleTexts[trouble.kind]}${trouble.reason && `: ${trouble.reason}`}`
  if (!missing) return row.simulated ? `${row.state}, simulated` : row.state
  const named = missing.reported.map(({ model, memoryMib, count }) => `${count} x ${model} of ${memoryMib} MiB`)
  return `lacking: listed with ${missing.listed.memoryMib} MiB each, its host reports ${named.join(', ') || 'no GPU'}`
}

async function list({ db, now }: CommandContext, { limit }: { limit: number }): Promise<View> {
  const rows = await db
    .selectFrom('gpus')
    .leftJoin('users', 'users.id', 'gpus.owner_id')
    .selectAll('gpus')
    .select(['username', stateSql(now()).as('state')])
    .orderBy('added_at', 'desc')
    .orderBy('gpus.id')
    .limit(limit)
    .execute()
  const titles = ['Machine', 'Model', 'GPUs', 'Region', 'USDT/h', 'Owner', 'Share %', 'Reliability %', 'Seen', 'State']
  const percent = (hundredths: number | null) => (hundredths === null ? '-' : (hundredths / 100).toFixed(2))
  return {
    kind: 'view',
    data: rows.map((row) => ({ ...row, token_hash: undefined, price: fromUnits(row.price, 'USDT') })),
    table: {
      columns: titles.map((title, index) => ({ title, right: [2, 4, 6, 7].includes(index) })),
      rows: rows.map((row) => [
        row.id,
        row.model,
        String(row.count),
        row.region,
        fromUnits(row.price, 'USDT'),
        row.username ?? '-',
        percent(row.share),
        percent(row.reliability),
        row.last_seen_at ? utcDateTime(unixSeconds(row.last_seen_at)) : '-',
        stateText(row),
      ]),
      empty: 'No machines, so nothing can be rented.',
    },
  }
}
