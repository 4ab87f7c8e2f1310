import { defineCollection } from 'astro:content'
import { z } from 'astro/zod'
import { texts } from './content/texts.ts'

/** Both are written as `2026-11-27`, which the loader checks. `translationOf` is the date of the version that was translated. */
const dates = { updated: z.coerce.date(), translationOf: z.coerce.date().optional() }

/** `original`, `newer` and `isAlone` come from the loader: the language of a text that stands in for its translation, the day of an
 * original that is newer, and that there is no translation. */
const translation = {
  aliases: z.array(z.string()).optional(),
  draft: z.boolean().optional(),
  original: z.enum(['en', 'zh']).optional(),
  newer: z.string().optional(),
  isAlone: z.boolean().optional(),
}

const legal = defineCollection({
  loader: texts('legal'),
  schema: z.object({ title: z.string(), updated: dates.updated }),
})

const page = { title: z.string(), description: z.string().min(21), ...dates, ...translation }

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
    updated: dates.updated.optional(),
    translationOf: dates.translationOf,
    ...translation,
    types: z.array(z.union([z.literal(1), z.literal(2)])).optional(),
  }),
})

const pages = defineCollection({ loader: texts('pages'), schema: z.object(page) })

export const collections = { legal, docs, guide, faq, pages }
