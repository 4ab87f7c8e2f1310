import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ssh2 from 'ssh2'
import type { Rental } from '#lib/contract/gpu.ts'
import { createKeyPair } from '#service/programs/host/host-key.ts'
import { rentalsFolder } from '#service/programs/host/process-driver.ts'

const program = fileURLToPath(new URL('../../service/programs/host/main.ts', import.meta.url))

export interface Host {
  readonly dataDir: string
  readonly lines: string[]
  /** Kills it, as a power cut does. */
  kill(): Promise<void>
  /** Starts it again on the same folder. */
  start(): void
  close(): Promise<void>
}

export interface HostOptions {
  driver?: 'process' | 'container'
  /** More of the environment, for example of a container engine. */
  env?: Readonly<Record<string, string>>
}

/** The host's own program as a process of its own. */
export function startHost(service: string, token: string, { driver = 'process', env = {} }: HostOptions = {}): Host {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'host-'))
  const lines: string[] = []
  let child: ChildProcess
  const start = () => {
    const args = [program, '--service', service, '--data', dataDir, '--driver', driver]
    // Tied as the demo's host: as an ordinary user it would be refused otherwise.
    const own = { IDLEFORGE_HOST_TOKEN: token, IDLEFORGE_HOST_TIED: '1' }
    child = spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, ...own, ...env } })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => lines.push(String(chunk)))
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  start()
  return {
    dataDir,
    lines,
    kill: () => end('SIGKILL'),
    start,
    async close() {
      await end('SIGTERM')
      for (const place of [rentalsFolder(dataDir), dataDir]) rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Copies files of the checkout into a rental's home: a renter cannot enter the folder that the checkout may be in. */
export function copyInto(home: string, ...places: string[]): void {
  execFileSync('cp', ['-rL', ...places, home])
  const { uid, gid } = statSync(home)
  execFileSync('chown', ['-R', `${uid}:${gid}`, home])
}

export interface KeyPair {
  private: string
  public: string
}
export const newKeyPair = (): KeyPair => createKeyPair('test')

export interface SshSession {
  /** Runs a command to its end. */
  run(command: string): Promise<{ code: number; out: string }>
  readonly closed: Promise<unknown>
  /** Fingerprint of the key that the host has shown. */
  readonly hostKey: string
  end(): void
}

/** Connects to a rental with a real client; rejects when it is refused. */
export function connectSsh({ access }: Pick<Rental, 'access'>, key: KeyPair): Promise<SshSession> {
  if (!access) return Promise.reject(new Error('there is no way in'))
  const client = new ssh2.Client()
  let hostKey = ''
  // An error rejects the connect, and does not concern those who wait for the end.
  const closed = new Promise<void>((resolve) => client.on('close', () => resolve()))
  const entered: SshSession = {
    closed,
    get hostKey() {
      return hostKey
    },
    end: () => client.end(),
    run: (command) =>
      new Promise((resolve, reject) => {
        client.exec(command, (error, channel) => {
          if (error) return reject(error)
          let out = ''
          let code = -1
          channel.on('data', (chunk: Buffer) => {
            out += chunk
          })
          channel.stderr.on('data', (chunk: Buffer) => {
            out += chunk
          })
          channel.on('exit', (of: number) => {
            code = of
          })
          channel.on('close', () => resolve({ code, out }))
        })
      }),
  }
  return new Promise((resolve, reject) => {
    client.on('ready', () => resolve(entered))
    client.on('error', reject)
    client.on('close', () => reject(new Error('hung up')))
    client.connect({
      ...{ host: access.host, port: access.port, username: access.user, privateKey: key.private },
      readyTimeout: 60_000,
      hostHash: 'sha256',
      hostVerifier: (hash: string) => {
        hostKey = `SHA256:${Buffer.from(hash, 'hex').toString('base64').replace(/=+$/, '')}`
        return true
      },
    })
  })
}
