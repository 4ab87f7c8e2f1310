import type { OrderedTemplate } from '#lib/contract/host.ts'
import { TEMPLATES_ABILITY, type TemplatePolicy } from '#lib/rules/gpu-templates.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { ourTemplates } from './our-templates.ts'
import type { GpuRow, Row } from './row.ts'
import type { StartedTemplate } from './tables.ts'
import { ownTemplate, type Sealed, seal, unseal } from './templates.ts'

/** Templates that renters may use on a machine: what its owner allows, where its host knows templates. */
export const templatesOn = ({ templates, abilities, driver }: GpuRow): TemplatePolicy =>
  driver === 'container' && abilities.includes(TEMPLATES_ABILITY) ? templates : 'none'

interface Chosen extends StartedTemplate {
  diskGib: number
  needsGpu: boolean
  isOurs: boolean
  parts: Sealed
}

async function find(ctx: Context, db: Database, of: { userId: string; id: string }): Promise<Chosen> {
  const own = await ownTemplate(db, of)
  if (own) {
    const { id, name, image, ports } = own
    const parts = unseal(ctx, id, own.sealed)
    return { id, name, image, ports, page: null, diskGib: own.disk_gib, needsGpu: false, isOurs: false, parts }
  }
  const ours = ourTemplates.find(({ id }) => id === of.id)
  if (!ours) throw new RefusalError('TEMPLATE_UNKNOWN')
  const { variables, start, ...rest } = ours
  // A secret of ours is a place for the user's own, which a copy of the template fills.
  const filled = variables.flatMap(({ name, value, isSecret }) => (value === null ? [] : [{ name, value, isSecret }]))
  return { ...rest, isOurs: true, parts: { start, variables: filled } }
}

/** The columns of a rental that starts from a template. Refuses one that the machine cannot start. */
export async function templateColumns(
  ctx: Context,
  db: Database,
  of: { rentalId: string; userId: string; templateId: string; gpu: GpuRow },
): Promise<{ template: string; sealed: string }> {
  const { gpu, rentalId, userId, templateId } = of
  const chosen = await find(ctx, db, { userId, id: templateId })
  const policy = templatesOn(gpu)
  if (policy === 'none' || (policy === 'ours' && !chosen.isOurs)) throw new RefusalError('TEMPLATE_NOT_ALLOWED')
  if (chosen.needsGpu && gpu.count === 0) throw new RefusalError('TEMPLATE_NEEDS_GPU')
  if (chosen.diskGib > gpu.disk_gib) throw new RefusalError('TEMPLATE_NEEDS_DISK', { most: chosen.diskGib })
  const { id, name, image, ports, page, parts } = chosen
  const template: StartedTemplate = { id, name, image, ports, page }
  return { template: JSON.stringify(template), sealed: seal(ctx, rentalId, parts) }
}

/** The template as the host gets it; undefined where the rental has none. */
export function orderedTemplate(ctx: Context, row: Row, gpu: GpuRow): OrderedTemplate | undefined {
  if (!row.template || row.sealed === null) return undefined
  const { start, variables } = unseal(ctx, row.id, row.sealed)
  return {
    image: row.template.image,
    maxImageMib: gpu.max_image_gib * 1024,
    start,
    variables: variables.map(({ name, value }) => ({ name, value })),
  }
}
