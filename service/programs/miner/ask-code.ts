import { createInterface } from 'node:readline/promises'

/** Asks for the code of "Add device"; undefined where nobody sits at a terminal, or the input ends. */
export async function askCode(service: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C ends the program, as it does once it mines.
  lines.on('SIGINT', () => process.exit(130))
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  const question = `This device is not bound to ${service} yet. Press "Add device" in the dashboard and type its code: `
  const code = await Promise.race([lines.question(question), closed])
  lines.close()
  return code
}
