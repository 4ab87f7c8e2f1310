import * as v from 'valibot'

type Kind = v.GenericSchema<string, unknown>

/** Settings that belong together, as the guide shows them. */
export interface Group {
  title: string
  /** The programs or nodes that read them. */
  readers: string
  settings: Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>
}

interface About {
  about: string
  /** The default, where it depends on something: in Markdown. */
  usual?: string
}

/** A setting that may be left out. */
export const setting = <const K extends Kind>(kind: K, { about, usual }: About) =>
  v.pipe(v.optional(kind), v.description(about), v.metadata({ usual: usual ?? 'none' }))

/** A setting with a default, written as in the environment. */
export const settingOr = <const K extends Kind>(kind: K, usual: string, about: string) =>
  v.pipe(v.optional(kind, usual), v.description(about), v.metadata({ usual: `\`${usual}\`` }))
