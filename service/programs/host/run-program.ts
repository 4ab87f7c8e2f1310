import { spawn } from 'node:child_process'

/** Runs a program without its output; false where it fails or is missing. */
export const succeeds = (program: string, ...args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
