import type { Template } from '#lib/contract/gpu-templates.ts'
import { m } from '../texts.ts'

/** The description of one of our templates; undefined for one of a user. */
export function aboutTemplate({ id }: Template): string | undefined {
  const key = `templates.about.${id}` as 'templates.about.debian'
  const text = m(key)
  return text === key ? undefined : text
}
