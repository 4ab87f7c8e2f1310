import type { Context } from '#service/platform/context.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import type { Html } from './html.ts'

/** One request of an operator who is signed in. */
export interface Visit {
  ctx: Context
  /** What commands work on, in the operator's name. */
  context: CommandContext
  /** The token of the session's forms. */
  form: string
  /** The address, behind /operate. */
  path: string
  query: URLSearchParams
  /** What a form has sent. */
  fields: URLSearchParams
  /** Why what was asked for was not done. */
  refusal?: string
}

export interface Page {
  title: string
  body: Html
}

/** What a request comes to: a page, with what kept it from being done, the address that shows what was done, or a picture. */
export type Answer = { page: Page; fault?: string } | { redirect: string; said: string } | { picture: Buffer }
