import type { Act } from '#service/platform/operator/act.ts'
import { submitAct } from './act-forms.ts'
import type { Answer, Page, Visit } from './visit.ts'

/** The field that the address of a form gives, where it is the word of the act. */
export const SUBJECT = ['word'] as const

/** Acts whose forms stand on one page: the last word of a form's address names its act. */
export interface ActPlace {
  acts: Readonly<Record<string, Act>>
  /** The only fields that an act's form asks for, by the name of the act; what else a request brings is left out. */
  asks?: Readonly<Record<string, readonly string[]>>
  /** The option whose value the address gives, before the name of the act. */
  subject?: string | ((id: string) => Record<string, string>)
  /** The page to go on to, which shows the result. */
  to(subject: string): string
  page(visit: Visit, subject: string): Promise<Page | undefined>
}

/** An address below /operate. */
export interface Place {
  /** The page at an address; the parts are the variable words of the address. */
  page?(visit: Visit, ...parts: string[]): Promise<Page | undefined>
  /** Any other answer. */
  answer?(visit: Visit): Promise<Answer | undefined>
  picture?(visit: Visit, ...parts: string[]): Promise<Answer | undefined>
  acts?: ActPlace
  /** The views that the page shows. */
  shows?: readonly Act[]
}

function inputOf(subject: ActPlace['subject'], id: string): Record<string, string> {
  if (subject === undefined) return {}
  return typeof subject === 'string' ? { [subject]: id } : subject(id)
}

/** Submits the act that the address names; undefined where it names none. */
export async function submitAt(
  { acts, asks, subject, to, page }: ActPlace,
  visit: Visit,
  parts: readonly string[],
): Promise<Answer | undefined> {
  const [actName = '', id = ''] = [parts.at(-1), parts.at(-2)]
  const act = Object.hasOwn(acts, actName) ? acts[actName] : undefined
  if (!act) return undefined
  return submitAct(visit, {
    act,
    asks: asks?.[actName],
    input: inputOf(subject, id),
    to: to(id),
    page: () => page(visit, id),
  })
}
