import { z } from 'astro/zod'
import { minedCoins } from '#lib/money/coins.ts'

/** Written as `2026-11-27`, which the loader checks. `translationOf` is the date of the version that was translated. */
const updated = z.coerce.date()
const translationOf = z.coerce.date().optional()
/** Former addresses, and a text that is not published yet. */
const publication = { aliases: z.array(z.string()).optional(), draft: z.boolean().optional() }

const title = z.string().min(1)
const page = { title, description: z.string().min(21).max(200), updated, translationOf, ...publication }
const order = z.int().min(1)

/** Fields that editors write, by folder. The build and scripts/content read these. A field without an entry is an error. */
export const written = {
  /** `summary` says in a sentence what a version changes: the app shows it to those who agreed to an earlier one. */
  legal: z.strictObject({ title, updated, summary: z.string().min(1).max(200).optional() }),
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
    updated: updated.optional(),
    translationOf,
    ...publication,
    types: z.array(z.union([z.literal(1), z.literal(2)])).optional(),
  }),
  pages: z.strictObject(page),
}

/** Facts that the loader adds. */
const facts = {
  /** The language of a text that stands in for its translation. */
  original: z.enum(['en', 'zh']).optional(),
  /** The day of an original that is newer. */
  newer: z.string().optional(),
  /** True if there is no translation. */
  isAlone: z.boolean().optional(),
}
export type Facts = z.infer<z.ZodObject<typeof facts>>

/** Fields of the entries of each collection. */
export const schemas = {
  legal: written.legal.extend(facts),
  docs: written.docs.extend(facts),
  guide: written.guide.extend(facts),
  faq: written.faq.extend(facts),
  pages: written.pages.extend(facts),
}

const decimal = z.string().regex(/^\d{1,7}(?:\.\d{1,18})?$/)

/** `perUnitDay` is in coins for one unit of hash rate and day, `price` in USDT. */
const rate = z.strictObject({ coin: z.enum(minedCoins), perUnitDay: decimal, price: decimal })

/**
 * src/content/rates.json. `confirm` holds values that differ from the last ones by more than three times and are meant so, by
 * their places: `{ "pc.ALEO.price": "25" }`.
 */
export const ratesSchema = z.strictObject({
  asOf: z.iso.date(),
  confirm: z.record(z.string(), decimal).optional(),
  pc: z.strictObject({
    unit: z.literal('MH/s'),
    coins: z.array(rate).min(1),
    hardware: z.array(z.strictObject({ key: z.string(), hashRate: decimal, watts: decimal })).min(1),
  }),
  cloud: z.strictObject({ unit: z.literal('GH/s'), coins: z.array(rate).min(1) }),
})

export type Rates = z.infer<typeof ratesSchema>
