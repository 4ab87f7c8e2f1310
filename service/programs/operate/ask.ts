import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Asks at a terminal. Whatever is not a yes is a no: another word, Ctrl-C, Ctrl-D. */
export function createPrompt(terminal: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }) {
  return async (question: string, database: string): Promise<boolean> => {
    const lines = createInterface(terminal)
    const left = once(lines, 'close').then(() => undefined)
    const typed = lines.question(`Database ${database}\n${question} [y/N] `).catch(() => undefined)
    const answer = await Promise.race([typed, left])
    lines.close()
    if (answer === undefined) terminal.output.write('\n')
    return /^y(es)?$/i.test(answer?.trim() ?? '')
  }
}
