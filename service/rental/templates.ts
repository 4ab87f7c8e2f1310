import type { Selectable } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { saveTemplate, Template, TemplateVariable } from '#lib/contract/gpu-templates.ts'
import { MAX_TEMPLATES } from '#lib/rules/gpu-templates.ts'
import { parseImageReference, publicRegistries } from '#lib/rules/image-references.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Tables } from '#service/platform/db/tables.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'

type Row = Selectable<Tables['gpu_templates']>

/** The part of a template that may hold secrets. */
export interface Sealed {
  start: string
  variables: { name: string; value: string; isSecret: boolean }[]
}

/** Encrypts for one row: the text of another template or rental cannot be put in its place. */
export const seal = ({ pepper }: Pick<Context, 'pepper'>, id: string, parts: Sealed): string =>
  encrypt(JSON.stringify(parts), pepper, `gpu-template/${id}`)

export const unseal = ({ pepper }: Pick<Context, 'pepper'>, id: string, sealed: string): Sealed =>
  JSON.parse(decrypt(sealed, pepper, `gpu-template/${id}`)) as Sealed

/** Values of secrets never leave the service again, except to the host of a rental. */
const shown = ({ name, value, isSecret }: Sealed['variables'][number]): TemplateVariable => ({
  ...{ name, isSecret },
  value: isSecret ? null : value,
})

function toTemplate(ctx: Context, { id, name, image, ports, disk_gib, sealed }: Row): Template {
  const { start, variables } = unseal(ctx, id, sealed)
  return { id, name, image, start, ports, diskGib: disk_gib, variables: variables.map(shown), needsGpu: false }
}

export async function ownTemplates(ctx: Context, db: Database, userId: string): Promise<Template[]> {
  const rows = await db
    .selectFrom('gpu_templates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => toTemplate(ctx, row))
}

export const ownTemplate = (db: Database, of: { userId: string; id: string }): Promise<Row | undefined> =>
  db.selectFrom('gpu_templates').selectAll().where('user_id', '=', of.userId).where('id', '=', of.id).executeTakeFirst()

/** Saves a template. A secret without a value keeps the saved one. */
export async function save(
  ctx: Context,
  request: ParsedRequestOf<typeof saveTemplate> & { userId: string },
): Promise<Template> {
  const { userId, name, start, ports, diskGib } = request
  await ctx.limits.spend('gpuUser', userId)
  const image = parseImageReference(request.image)
  if (image === 'IMAGE_REGISTRY') throw new RefusalError(image, { registries: publicRegistries.join(', ') })
  if (image === 'IMAGE_FORM') throw new RefusalError(image)
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const existing = request.id === undefined ? undefined : await ownTemplate(db, { userId, id: request.id })
    if (request.id !== undefined && !existing) throw new RefusalError('TEMPLATE_UNKNOWN')
    if (!existing) await assertRoom(db, userId)
    const id = existing?.id ?? newId()
    const before = existing ? unseal(ctx, id, existing.sealed).variables : []
    const sealed = seal(ctx, id, { start, variables: request.variables.map((one) => withValue(one, before)) })
    const parts = { name, image: image.text, ports: JSON.stringify([...new Set(ports)]), disk_gib: diskGib, sealed }
    const saved_at = new Date(ctx.clock.now())
    const row = await db
      .insertInto('gpu_templates')
      .values({ id, user_id: userId, ...parts, saved_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...parts, saved_at }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toTemplate(ctx, row)
  })
}

async function assertRoom(db: Database, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('gpu_templates')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_TEMPLATES) throw new RefusalError('TOO_MANY_TEMPLATES', { most: MAX_TEMPLATES })
}

function withValue(
  { name, value, isSecret }: TemplateVariable,
  before: Sealed['variables'],
): Sealed['variables'][number] {
  // A secret that becomes an open variable is not shown by that: its value has to be typed again.
  const known = value ?? (isSecret ? before.find((one) => one.name === name && one.isSecret)?.value : undefined)
  if (known === undefined) throw new RefusalError('TEMPLATE_SECRET_MISSING', { name })
  return { name, value: known, isSecret }
}

export async function remove(db: Database, of: { userId: string; id: string }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('gpu_templates')
    .where('user_id', '=', of.userId)
    .where('id', '=', of.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new RefusalError('TEMPLATE_UNKNOWN')
}
