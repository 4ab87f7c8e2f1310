import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines in UTC. What proves who somebody is never reaches a line. */
const redactedPaths = [
  'req.headers.token',
  'req.headers.cookie',
  'req.headers["device-token"]',
  'req.headers.authorization',
  '*.password',
  '*.verifyCode',
  '*.token',
  '*.q',
  'password',
  'verifyCode',
  'token',
  'q',
]

export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          // The query of an address may hold what is private.
          path: request.url.split('?')[0],
        }),
      },
    },
    destination ?? standardOutput(),
  )
}

/** How long lines are lost once one could not be written. */
const RETRY_MS = 5_000

/**
 * Nobody waits for it. Where it can't be written, on a full disk or in a terminal that is gone, lines are lost, and nothing
 * else is.
 */
function standardOutput(): DestinationStream {
  const open = () => {
    const output = pino.destination({ dest: 1, sync: false })
    output.on('error', () => {
      // What it could not write it would otherwise try again at the end of the process, for ever.
      Object.assign(output, { write: () => true, flush: () => {}, flushSync: () => {}, end: () => {} })
      if (output !== current) return
      current = undefined
      setTimeout(() => {
        current = open()
      }, RETRY_MS).unref()
    })
    return output
  }
  let current: ReturnType<typeof open> | undefined = open()
  return { write: (line) => void current?.write(line) }
}
