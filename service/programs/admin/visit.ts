import type { Context } from '#service/platform/context.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import type { Role } from '#service/platform/operator/roles.ts'
import type { Html } from './html.ts'
import type { PageTexts } from './page-texts.ts'

/** One request of an operator who is signed in. */
export interface Visit extends PageTexts {
  ctx: Context
  /** Acts run in it, in the operator's name. */
  context: CommandContext
  role: Role
  /** Whether an act that moves money needs no code now. */
  isProven: boolean
  /** Takes a code of the authenticator app, or throws a refusal. */
  prove(code: string): Promise<void>
  /** The token of the session's forms. */
  form: string
  /** The address, behind /operate. */
  path: string
  query: URLSearchParams
  /** The fields of a submitted form. */
  fields: URLSearchParams
  /** The reason why the act was not done. */
  refusal?: string
}

export interface Page {
  title: string
  body: Html
}

/** A page, with the reason where an act was refused; the address of the result; or a picture. */
export type Answer =
  | { page: Page; refusal?: string }
  | { redirect: string; flashMessage?: string }
  | { picture: Buffer }
