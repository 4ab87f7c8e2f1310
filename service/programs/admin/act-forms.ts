import { hashToken } from '#service/platform/ids.ts'
import type { Change, Command, View } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { readArguments } from '../operate/arguments.ts'
import { carryOut, noteView } from '../operate/audited-act.ts'
import { html } from './html.ts'
import { formToken } from './layout.ts'
import type { Answer, Page, Visit } from './visit.ts'

/** What is typed behind a command's name. */
export interface Words {
  word?: string
  options?: Readonly<Record<string, string | boolean | undefined>>
}

/** As on a command line, where no value can be taken for an option. */
function argumentsOf({ word, options = {} }: Words): string[] {
  const given = Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name}=${value}`] : value ? [`--${name}`] : [],
  )
  return [...given, ...(word === undefined ? [] : ['--', word])]
}

const run = (visit: Visit, command: Command, words: Words): Promise<View | Change> =>
  command.run(visit.context, readArguments(command, argumentsOf(words)).asked)

/** What a command shows, noted in the audit as where the program shows it. */
export async function look(visit: Visit, command: Command, words: Words = {}): Promise<View> {
  const view = await run(visit, command, words)
  if (view.kind !== 'view') throw new Error(`${command.name} would change something`)
  await noteView(visit.context, command.name, view)
  return view
}

export interface Act extends Words {
  command: Command
  /** Where what was done is told. */
  to: string
  /** The page that the form is on, with what was typed; undefined where what it is about is gone. */
  page(): Promise<Page | undefined>
}

/**
 * Does what a form asks for by a command: first with the command's own question, which has to be the same still when it is
 * answered. What the command refuses is said on the page of the form.
 */
export async function act(visit: Visit, { command, to, page, ...words }: Act): Promise<Answer | undefined> {
  const back = async (fault?: string) => {
    const shown = await page()
    return shown && { page: shown, ...(fault !== undefined && { fault }) }
  }
  if (visit.fields.has('no')) return back()
  try {
    const change = await run(visit, command, words)
    if (change.kind !== 'change') throw new Error(`${command.name} changes nothing`)
    try {
      const sure = hashToken(`${visit.form}:${visit.path}:${change.question}`)
      if (visit.fields.get('sure') !== sure) return { page: questionPage(visit, change.question, sure) }
      const done = await carryOut(visit.context, command.name, change)
      return { redirect: to, said: done.text }
    } finally {
      await change.cleanUp?.()
    }
  } catch (error) {
    if (!(error instanceof OperateError)) throw error
    return back(error.message)
  }
}

function questionPage(visit: Visit, question: string, sure: string): Page {
  const typed = [...visit.fields].filter(([name]) => name !== 'form' && name !== 'sure')
  return {
    title: 'Are you sure?',
    body: html`<p class="question">${question}</p>
<form method="post" action="/operate${visit.path}" class="row">
${formToken(visit)}${typed.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="main" name="sure" value="${sure}">Yes, do it</button>
<button name="no" value="1" formnovalidate>No, go back</button>
</form>`,
  }
}
