import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Rental } from '#lib/contract/gpu.ts'
import { terminalBelow } from '#service/programs/host/terminal.ts'
import type { KeyPair } from './host.ts'

/** Whether the clients that `scripts/lib/openssh.mjs` installs are here. */
export const hasOpenSsh = ['/usr/bin/ssh', '/usr/bin/sftp', '/usr/bin/scp', '/usr/bin/rsync'].every(existsSync)

export interface Result {
  code: number | null
  out: string
  err: string
}

/** OpenSSH's own client programs, with a key, for one destination named `rental`. */
export interface OpenSsh {
  /** A folder for files of the test. */
  readonly folder: string
  /** Options that every program but rsync takes. */
  readonly options: readonly string[]
  run(program: string, args: readonly string[], input?: string): Promise<Result>
  /** Starts `ssh` and leaves it running. */
  start(...args: string[]): ChildProcessWithoutNullStreams
  /** `ssh` in a terminal; `write` types, `shown` is what it has shown. */
  openTerminal(...args: string[]): LocalTerminal
  close(): void
}

export interface LocalTerminal {
  readonly child: ChildProcessWithoutNullStreams
  write(text: string): void
  shown(): string
  resize(rows: number, columns: number): Promise<void>
}

export function createOpenSsh(access: NonNullable<Rental['access']>, key: KeyPair): OpenSsh {
  if (!hasOpenSsh) throw new Error('install openssh-client and rsync, which are the clients of renters')
  const folder = mkdtempSync(path.join(tmpdir(), 'openssh-'))
  const config = path.join(folder, 'config')
  writeFileSync(path.join(folder, 'key'), key.private, { mode: 0o600 })
  const lines = [
    ...['Host rental', `HostName ${access.host}`, `Port ${access.port}`, `User ${access.user}`],
    ...[`IdentityFile ${folder}/key`, 'IdentitiesOnly yes', 'LogLevel ERROR'],
    ...['StrictHostKeyChecking no', 'UserKnownHostsFile /dev/null'],
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const env = { ...process.env, SSH_AUTH_SOCK: '' }
  const options = ['-F', config]
  const children = new Set<ChildProcessWithoutNullStreams>()
  const begin = (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, args, { cwd: folder, env: { ...env, ...more }, stdio: 'pipe', detached: true })
    children.add(child)
    child.on('close', () => children.delete(child))
    child.stdin.on('error', () => undefined)
    return child
  }
  return {
    folder,
    options,
    async run(program, args, input = '') {
      const child = begin(program, args)
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
      child.stdin.end(input)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, out, err }
    },
    start: (...args) => begin('ssh', [...options, ...args]),
    openTerminal(...args) {
      const command = ['ssh', ...options, ...args].map((word) => `'${word}'`).join(' ')
      const sized = `stty rows 30 cols 91; exec ${command}`
      const child = begin('script', ['-qfe', '-E', 'never', '-c', sized, '/dev/null'], { TERM: 'xterm-256color' })
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
      return {
        child,
        write: (line) => void child.stdin.write(line),
        shown: () => text,
        async resize(rows, columns) {
          const place = terminalBelow(child.pid ?? 0)
          if (place === undefined) throw new Error('there is no terminal')
          await once(spawn('stty', ['-F', place, 'rows', String(rows), 'cols', String(columns)]), 'exit')
        },
      }
    },
    close() {
      for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
