import { fromUnits } from '#lib/money/coins.ts'
import type { OfferState } from '#lib/rules/gpu.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { reasonIn, reasonOptions } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Asked, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { missingGpusOf } from '#service/rental/missing-gpus.ts'
import { type GpuRow, isExposed, stateSql } from '#service/rental/row.ts'
import { addMachine, pauseMachine, priceMachine, renewToken } from './acts.ts'
import { machineIn } from './machine.ts'
import { endRental, refundRental, rentalIn, rentals } from './rentals.ts'
import { approveRequest, refuseRequest, requests } from './requests.ts'

const acts = [
  ...['add', 'price', 'pause', 'resume', 'token'],
  ...['rentals', 'end', 'refund', 'requests', 'approve', 'refuse'],
] as const

/** Machines that are rented by the hour. A rental keeps the price and the share that it was rented at. */
export const gpu: Command = {
  name: 'gpu',
  summary: 'Machines for rent, their rentals, and the machines that users offer: list, add, approve, end, refund',
  word: `[${acts.join('|')}]`,
  options: {
    machine: { type: 'string', value: 'ID', hint: 'which one; add: its short name, for example hall-4090-1' },
    model: {
      type: 'string',
      value: 'TEXT',
      hint: 'the GPU as its driver names it, for example "GeForce RTX 4090", or the processor of a machine without one',
    },
    memory: { type: 'string', value: 'MIB', hint: 'of one GPU' },
    count: { type: 'string', value: 'N', hint: 'GPUs, 0 for a machine without one (default 0)' },
    cpu: { type: 'string', value: 'TEXT', hint: 'its processor' },
    cores: { type: 'string', value: 'N', hint: 'threads of the processor' },
    ram: { type: 'string', value: 'MIB', hint: 'its memory' },
    disk: { type: 'string', value: 'GIB', hint: 'its disk' },
    network: { type: 'string', value: 'MBPS', hint: 'its network (default 100)' },
    region: { type: 'string', value: 'TEXT', hint: 'where it stands, for example Frankfurt' },
    isolated: { type: 'boolean', hint: 'programs on it do not reach the internet' },
    images: { type: 'string', value: 'LIST', hint: 'what it offers, for example plain,pytorch (default plain)' },
    price: { type: 'string', value: 'USDT', hint: 'an hour, of the whole machine' },
    longest: { type: 'string', value: 'HOURS', hint: 'longest rental, 1 to 8760 (default 720)' },
    owner: { type: 'string', value: 'EMAIL', hint: 'its owner, who earns from it (default nobody)' },
    share: {
      type: 'string',
      value: 'PERCENT',
      hint: "the owner's share of each hour, at most 2 decimals (default 70)",
    },
    address: { type: 'string', value: 'HOST:PORT', hint: 'where renters reach it, in place of the gateway' },
    rental: { type: 'string', value: 'ID', hint: 'end, refund: which rental' },
    hours: { type: 'string', value: 'N', hint: 'refund: its last hours, so many' },
    request: { type: 'string', value: 'ID', hint: 'approve, refuse: which machine that a user offers' },
    ...reasonOptions('end, refund, refuse: what the user is told'),
    state: {
      type: 'string',
      value: 'STATE',
      hint: 'rentals: starting, running, stopping, ended or failed; requests: waiting (default), approved, refused, …',
    },
    limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' },
  },
  async run(context, asked) {
    const act = acts.find((one) => one === asked.word)
    if (asked.word !== undefined && act === undefined)
      throw wrongUsage(`gpu ${asked.word} has no meaning: ${acts.join(', ')}, or nothing for the list.`)
    if (act === undefined) return list(context, asked)
    if (act === 'rentals') return rentals(context, asked)
    if (act === 'requests') return requests(context, asked)
    if (act === 'approve') return approveRequest(context, asked)
    if (act === 'refuse') return refuseRequest(context, asked)
    if (act === 'add') return addMachine(context, await machineIn(context, asked))
    if (act === 'end') return endRental(context, await rentalIn(context, asked), reasonIn(asked))
    if (act === 'refund') return refundRental(context, await rentalIn(context, asked), { why: reasonIn(asked), asked })
    const row = await rowIn(context, asked)
    if (act === 'price') return priceMachine(context, row, priceIn(asked))
    if (act === 'token') return renewToken(row)
    return pauseMachine(row, act === 'pause')
  },
}

async function rowIn({ db }: CommandContext, asked: Asked): Promise<GpuRow> {
  const id = asked.text('machine')
  if (id === undefined) throw wrongUsage('Which machine? Give --machine ID.')
  const row = await db.selectFrom('gpus').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(`There is no machine "${id}". See \`gpu\`.`)
  return row
}

function priceIn(asked: Asked): bigint {
  const price = unitsOf('price', asked.decimal('price') ?? '', 'USDT')
  if (price > 0n) return price
  throw wrongUsage('--price is a number of USDT above 0, for example 0.35.')
}

/** A machine that is not offered says why. */
function stateText(row: GpuRow & { state: OfferState }): string {
  const lacking = missingGpusOf(row)
  if (!lacking && isExposed(row.driver)) return `${row.state}, for its owner only: its host runs with --driver process`
  if (!lacking) return row.simulated ? `${row.state}, simulated` : row.state
  const named = lacking.reported.map(({ model, memoryMib, count }) => `${count} x ${model} of ${memoryMib} MiB`)
  return `lacking: listed with ${lacking.listed.memoryMib} MiB each, its host reports ${named.join(', ') || 'no GPU'}`
}

async function list({ db, now }: CommandContext, asked: Asked): Promise<View> {
  const rows = await db
    .selectFrom('gpus')
    .leftJoin('users', 'users.id', 'gpus.owner_id')
    .selectAll('gpus')
    .select(['username', stateSql(now()).as('state')])
    .orderBy('added_at', 'desc')
    .orderBy('gpus.id')
    .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
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
