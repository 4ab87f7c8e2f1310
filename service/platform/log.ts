import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields that are never logged, because they prove an identity. */
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

/** Writes JSON lines with times in UTC, by default to standard output. */
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
          // The query of an address may hold private data.
          path: request.url.split('?')[0],
        }),
      },
    },
    destination ?? standardOutput(),
  )
}

/** How long lines are dropped after a failed write. */
const RETRY_MS = 5_000

/**
 * Asynchronous standard output. When it cannot be written, for example on a full disk or a closed terminal, lines are lost and
 * nothing else happens.
 */
function standardOutput(): DestinationStream {
  const open = () => {
    const output = pino.destination({ dest: 1, sync: false })
    output.on('error', () => {
      // It would otherwise retry the failed write at the end of the process, for ever.
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
