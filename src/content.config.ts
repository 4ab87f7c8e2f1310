import { defineCollection } from 'astro:content'
import { z } from 'astro/zod'
import { texts } from './content/texts.ts'

const legal = defineCollection({
  loader: texts('legal'),
  schema: z.object({ title: z.string(), updated: z.coerce.date() }),
})

const page = { title: z.string(), description: z.string().min(21), updated: z.coerce.date() }

/** `group` is a key of `groups` in the docs catalogue; `order` counts within it. */
const docs = defineCollection({
  loader: texts('docs'),
  schema: z.object({
    ...page,
    group: z.enum(['start', 'money', 'market', 'grow', 'reference']),
    order: z.number(),
    drawing: z.enum(['settlement']).optional(),
  }),
})

const guide = defineCollection({ loader: texts('guide'), schema: z.object({ ...page, order: z.number() }) })

/** A file a question, in the folder of its topic. `types` are product lines of the market: 1 cloud, 2 mining agent. */
const faq = defineCollection({
  loader: texts('faq'),
  schema: z.object({
    question: z.string(),
    order: z.number(),
    types: z.array(z.union([z.literal(1), z.literal(2)])).optional(),
  }),
})

const pages = defineCollection({ loader: texts('pages'), schema: z.object(page) })

export const collections = { legal, docs, guide, faq, pages }
