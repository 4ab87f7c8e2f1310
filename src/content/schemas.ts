import { z } from 'astro/zod'

/** Front matter of the texts, by folder. The build and scripts/content read these. A field without an entry is an error. */

const page = { title: z.string().min(1), description: z.string().min(21).max(200), updated: z.coerce.date() }
const order = z.int().min(1)

export const schemas = {
  legal: z.strictObject({ title: page.title, updated: page.updated }),
  /** `group` is a key of `groups` in the docs catalogue; `order` counts within it. */
  docs: z.strictObject({
    ...page,
    group: z.enum(['start', 'money', 'market', 'grow', 'reference']),
    order,
    drawing: z.enum(['settlement']).optional(),
  }),
  guide: z.strictObject({ ...page, order }),
  /** A file a question, in the folder of its topic. `types` are product lines of the market: 1 cloud, 2 mining agent. */
  faq: z.strictObject({
    question: z.string().min(1),
    order,
    types: z.array(z.union([z.literal(1), z.literal(2)])).optional(),
  }),
  pages: z.strictObject(page),
}
