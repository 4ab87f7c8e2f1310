import { randomInt } from 'node:crypto'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type RentalRow, urlOf } from './reply.ts'
import type { Row } from './row.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
/** 100 random bits: whoever has the name may open the port. */
const SECRET_LENGTH = 20

/** A label of a host name: the port, for people, and a secret. */
export const newLabel = (port: number): string =>
  `${port}-${Array.from({ length: SECRET_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Published ports of a rental with their addresses; null where its machine has none to give. */
export async function publishedPortsOf(ctx: Context, db: Database, row: Pick<RentalRow, 'id' | 'state' | 'address'>) {
  const web = ctx.config.gateway?.web
  if (!web || row.address !== null || row.state !== 'running') return null
  const ports = await db.selectFrom('gpu_ports').selectAll().where('rental_id', '=', row.id).orderBy('port').execute()
  return ports.map(({ port, label }) => ({ port, url: urlOf(web.pattern, label) }))
}

/** Gives the ports of a template their addresses, where the machine has some to give. */
export async function publishTemplatePorts(ctx: Context, db: Database, row: Row): Promise<void> {
  const ports = row.template?.ports ?? []
  if (ports.length === 0 || !ctx.config.gateway?.web) return
  const { address } = await db
    .selectFrom('gpus')
    .select('address')
    .where('id', '=', row.gpu_id)
    .executeTakeFirstOrThrow()
  if (address !== null) return
  const published_at = new Date(ctx.clock.now())
  await db
    .insertInto('gpu_ports')
    .values(ports.map((port) => ({ rental_id: row.id, port, label: newLabel(port), published_at })))
    .onConflict((conflict) => conflict.columns(['rental_id', 'port']).doNothing())
    .execute()
}

/** Takes all addresses of a rental back, and the keys of its terminals. */
export async function closePorts(db: Database, rentalId: string): Promise<void> {
  await db.deleteFrom('gpu_ports').where('rental_id', '=', rentalId).execute()
  await db.deleteFrom('gpu_terminals').where('rental_id', '=', rentalId).execute()
}

export interface PublishedPort {
  label: string
  port: number
  rentalId: string
  machineId: string
  /** After a change of the token, another program may be behind the machine. */
  tokenHash: string | null
}

/** The published ports of running rentals with these labels. */
export const publishedPorts = (db: Database, labels: readonly string[]): Promise<PublishedPort[]> =>
  db
    .selectFrom('gpu_ports')
    .innerJoin('gpu_rentals', 'gpu_rentals.id', 'gpu_ports.rental_id')
    .innerJoin('gpus', 'gpus.id', 'gpu_rentals.gpu_id')
    .select(['label', 'port', 'rental_id as rentalId', 'gpus.id as machineId', 'token_hash as tokenHash'])
    .where('label', 'in', labels)
    .where('state', '=', 'running')
    .where('address', 'is', null)
    .execute()
