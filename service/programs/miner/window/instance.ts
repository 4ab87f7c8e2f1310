import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { makeFolder } from '#service/platform/folders.ts'
import { type Door, originOf } from './door.ts'

/** How long a miner that runs may take to answer on a busy machine. */
const TIMEOUT_MS = 5_000

const DoorFile = v.object({
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  secret: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
})
const Ticket = v.object({ ticket: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

/** The file beside a device's token that names the door of the miner that runs. */
export const doorFileOf = (stateFile: string): string => stateFile.replace(/(\.json)?$/, '.window.json')

function readDoor(file: string): Door | undefined {
  try {
    return v.parse(DoorFile, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Asks the miner behind a door for a ticket; undefined where no miner answers. */
function requestTicket(door: Door): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = http.request(
      `${originOf(door)}/${door.secret}/ticket`,
      {
        method: 'POST',
        agent: false,
        headers: { origin: originOf(door), 'content-type': 'application/json' },
        timeout: TIMEOUT_MS,
      },
      (response) =>
        text(response)
          .then((body) => resolve(v.parse(Ticket, JSON.parse(body)).ticket))
          .catch(() => resolve(undefined)),
    )
    request.on('error', () => resolve(undefined))
    request.on('timeout', () => request.destroy())
    request.end('{}')
  })
}

/** Address at which the miner of this file shows its page, once; undefined where none runs, whose file is then removed. */
export async function findInstance(file: string): Promise<string | undefined> {
  const door = readDoor(file)
  const ticket = door && (await requestTicket(door))
  if (ticket) return `${originOf(door)}/${ticket}`
  rmSync(file, { force: true })
  return undefined
}

/** Writes the door's file; false where another miner has just done so. A link appears with its content, and only once. */
export function claimInstance(file: string, { port, secret }: Door): boolean {
  makeFolder(path.dirname(file), 0o700)
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, JSON.stringify({ port, secret }), { mode: 0o600 })
  try {
    linkSync(scratch, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(scratch)
  }
}

/** Removes the file, unless it is another miner's by now. */
export function releaseInstance(file: string, { secret }: Door): void {
  if (readDoor(file)?.secret === secret) rmSync(file, { force: true })
}
