import { defineCollection } from 'astro:content'
import { schemas } from './content/schemas.ts'
import { texts } from './content/texts.ts'

export const collections = {
  legal: defineCollection({ loader: texts('legal'), schema: schemas.legal }),
  docs: defineCollection({ loader: texts('docs'), schema: schemas.docs }),
  guide: defineCollection({ loader: texts('guide'), schema: schemas.guide }),
  faq: defineCollection({ loader: texts('faq'), schema: schemas.faq }),
  pages: defineCollection({ loader: texts('pages'), schema: schemas.pages }),
}
