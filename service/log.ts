import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines in UTC. What proves who somebody is never reaches a line. */
const secrets = [
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

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor: '[redacted]' },
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          // The query of an address may hold what is private.
          path: request.url.split('?')[0],
        }),
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
}
