import { execFile } from 'node:child_process'

/** A program that takes longer hangs. */
const MAX_MS = 3_000

export type RunProgram = (program: string, args: readonly string[]) => Promise<string>

/** Runs a program and returns its output. Rejects where it is missing or fails, and at once where it hangs: it is ended then. */
export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, LC_ALL: 'C' }, windowsHide: true }
    const child = execFile(program, args, options, (error, output) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(output)
    })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${program} hangs`))
    }, MAX_MS)
    child.stdin?.end()
  })

/** Whether a program is missing. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
