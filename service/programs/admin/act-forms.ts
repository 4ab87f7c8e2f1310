import { hashToken } from '#service/platform/ids.ts'
import type { Act, View } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { optionOf, type RawInput } from '#service/platform/operator/input.ts'
import { type Text, term } from '#service/platform/operator/phrase.ts'
import { mayDo } from '#service/platform/operator/roles.ts'
import { applyChange, auditView } from '../operate/audited-act.ts'
import { type Html, html, type Part } from './html.ts'
import { formToken } from './layout.ts'
import { checkField, chosenField, form, htmlTable, lineField, textField } from './parts.ts'
import type { Answer, Page, Visit } from './visit.ts'

/** Runs an act that shows something, and writes its audit line. */
export async function showAct(visit: Visit, act: Act, input: RawInput = {}): Promise<View> {
  const view = await act.run(visit.context, input)
  if (view.kind !== 'view') throw new Error(`${act.name} would change something`)
  await auditView(visit.context, act, view)
  return view
}

interface FormParts {
  to: string
  /** Fields whose values the address gives. */
  except?: readonly string[]
  /** The only fields to ask for, each of which has to be filled. */
  asks?: readonly string[]
  /** Labels in place of those of the fields. */
  labels?: Readonly<Record<string, string>>
  /** Initial values of the fields. */
  values?: Readonly<Record<string, string>>
  isMain?: boolean
  /** The key that begins it. */
  key?: 'a' | 'r'
}

/** The form of an act, from its own definition: a field for each value that the address does not give. */
export function actForm(
  visit: Visit,
  act: Act,
  { to, except = [], asks, labels = {}, values = {}, isMain = false, key }: FormParts,
): Html {
  if (!isAllowed(visit, act)) return html``
  const fields = Object.entries(act.fields)
    .filter(([name]) => (asks ? asks.includes(name) : !except.includes(name)))
    .map(([name, field]): Part => {
      const { kind, maxLength = 1000, choices } = field
      const [label, isRequired] = [
        labels[name] ?? visit.say(field.label ?? name),
        field.isRequired === true || asks !== undefined,
      ]
      const parts = { of: to, name: optionOf(name), label, maxLength, isRequired, value: values[name] ?? '' }
      if (kind === 'flag') return checkField(visit, parts)
      if (choices) return chosenField(visit, { ...parts, choices })
      return kind === 'text' ? textField(visit, parts) : lineField(visit, parts)
    })
  return form(visit, { to, button: visit.say(act.button ?? act.name), fields, isMain, ...(key && { key }) })
}

/** The values of a form for its act, without those of empty fields and of fields that the form does not ask for. */
function inputFrom({ fields }: Visit, act: Act, asks: readonly string[] | undefined): RawInput {
  const entries = Object.entries(act.fields)
    .filter(([name]) => asks === undefined || asks.includes(name))
    .map(([name, { kind }]) => {
      const option = optionOf(name)
      const value = kind === 'flag' ? fields.has(option) || undefined : fields.get(option)?.trim() || undefined
      return [option, value] as const
    })
  return Object.fromEntries(entries)
}

export interface Submission {
  act: Act
  /** The values that the address of the form gives. */
  input: RawInput
  /** The only fields that the form asks for; all of the act where it is left out. */
  asks?: readonly string[]
  /** The page to go on to, which shows the result. */
  to: string
  /** The page of the form, with what was typed; undefined where its subject is gone. */
  page(): Promise<Page | undefined>
}

/**
 * Runs the act of a form. The act's question is asked first, and asked again where it has changed by the time of the answer.
 * A refusal is shown on the page of the form.
 */
export async function submitAct(visit: Visit, { act, input, asks, to, page }: Submission): Promise<Answer | undefined> {
  const back = async (refusal?: string) => {
    const shown = await page()
    return shown && { page: shown, ...(refusal !== undefined && { refusal }) }
  }
  if (visit.fields.has('no')) return back()
  if (!isAllowed(visit, act)) return back(visit.t('errors.role'))
  try {
    const change = await act.run(visit.context, { ...inputFrom(visit, act, asks), ...input })
    if (change.kind === 'view') {
      if (change.already === undefined) return { page: await resultPage(visit, act, change) }
      return { redirect: to, flashMessage: visit.say(change.already) }
    }
    try {
      const question = visit.say(change.question)
      const sure = hashToken(`${visit.form}:${visit.path}:${change.question}`)
      const asksCode = act.needsProof === true && !visit.isProven
      if (visit.fields.get('sure') !== sure) return { page: questionPage(visit, { question, sure, asksCode }) }
      if (asksCode) {
        const refusal = await refusalOf(visit)
        if (refusal !== undefined) return { page: questionPage(visit, { question, sure, asksCode }), refusal }
      }
      const { text, isSecret } = await applyChange(visit.context, act, change)
      if (isSecret) return { page: secretPage(visit, to, visit.say(text)) }
      return { redirect: to, flashMessage: visit.say(text) }
    } finally {
      await change.cleanUp?.()
    }
  } catch (error) {
    if (!(error instanceof OperateError)) throw error
    return back(visit.say(inLabels(act, error.text)))
  }
}

/** The page has labels in the place of options. */
function inLabels({ fields }: Act, text: Text): Text {
  if (typeof text === 'string') return text
  const labels = new Map(Object.entries(fields).map(([name, { label = name }]) => [`--${optionOf(name)}`, term(label)]))
  return text.withValues((value) => (typeof value === 'string' ? (labels.get(value) ?? value) : value))
}

/** The result of an act that asks providers or nodes now. */
async function resultPage(visit: Visit, act: Act, view: View): Promise<Page> {
  await auditView(visit.context, act, view)
  const title = visit.say(act.button ?? act.name)
  return {
    title,
    body: htmlTable(visit, view.table, {
      name: title,
      empty: visit.say(view.table.empty),
      words: view.table.columns.map((_, index) => index),
    }),
  }
}

/** A secret is in this one answer, and is kept nowhere. */
const secretPage = ({ t }: Visit, to: string, text: string): Page => ({
  title: t('secret.title'),
  body: html`<section><p>${t('secret.note')}</p><pre class="words">${text}</pre><p><a href="/operate${to}">${t('secret.done')}</a></p></section>`,
})

/** Takes the code of a confirmation; the refusal where it is not right. */
async function refusalOf({ prove, fields, say }: Visit): Promise<string | undefined> {
  try {
    await prove(fields.get('code') ?? '')
    return undefined
  } catch (error) {
    if (error instanceof OperateError) return say(error.text)
    throw error
  }
}

/** Whether the role of the operator may do it. */
export const isAllowed = ({ role }: Visit, act: Act): boolean => mayDo(role, act.role ?? 'admin')

interface QuestionParts {
  question: string
  sure: string
  asksCode: boolean
}

function questionPage(visit: Visit, { question, sure, asksCode }: QuestionParts): Page {
  const typed = [...visit.fields].filter(([name]) => !['form', 'sure', 'code'].includes(name))
  return {
    title: visit.t('question.title'),
    body: html`<p class="question">${question}</p>
<form method="post" action="/operate${visit.path}" class="row">
${formToken(visit)}${typed.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${
  asksCode &&
  html`<label class="narrow">${visit.t('question.code')}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="64" required></label>`
}
<button class="main" name="sure" value="${sure}">${visit.t('question.yes')}</button>
<button name="no" value="1" formnovalidate>${visit.t('question.no')}</button>
</form>`,
  }
}
