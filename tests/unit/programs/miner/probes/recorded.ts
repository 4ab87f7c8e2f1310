import type { RunProgram } from '#service/programs/miner/probes/run-program.ts'

/** Fails as a program that is not installed. */
export const missing = (): Promise<string> => Promise.reject(Object.assign(new Error('spawn'), { code: 'ENOENT' }))

/** Runs nothing: answers with recorded outputs, by the start of the command. What is not recorded is not installed. */
export function createRecorded(outputs: Readonly<Record<string, string | Error>>) {
  const commands: string[] = []
  const run: RunProgram = (program, args) => {
    const command = [program, ...args].join(' ')
    commands.push(command)
    const output = Object.entries(outputs).find(([start]) => command.startsWith(start))?.[1]
    if (output === undefined) return missing()
    return output instanceof Error ? Promise.reject(output) : Promise.resolve(output)
  }
  return { run, commands }
}
