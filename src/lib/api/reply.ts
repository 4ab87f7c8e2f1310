import { LoginExpiredError, RefusedError, TransportError } from './errors.ts'

interface Envelope {
  code?: unknown
  msg?: unknown
  data?: unknown
  resp_code?: unknown
  resp_msg?: unknown
  serverTime?: unknown
}

const isZero = (code: unknown): boolean => code === 0 || code === '0' || code === '000000'
const isAbsent = (code: unknown): boolean => code === undefined || code === null
const isExpired = (code: unknown): boolean => ['401', '4001'].includes(String(code))
const text = (...candidates: unknown[]): string =>
  candidates.find((one): one is string => typeof one === 'string' && one !== '') ?? ''

async function readJson(response: Response): Promise<Envelope | undefined> {
  // A captive portal answers 200 with its own page: only a JSON object with a JSON content type is a reply of the
  // service.
  if (!/^application\/(?:[\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    const value: unknown = await response.json()
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The service's time in a reply, in whole Unix seconds: beside `data`, or inside it as some services send it. */
function serverTimeOf({ serverTime, data }: Envelope): number | undefined {
  const time = serverTime ?? (data as { serverTime?: unknown } | null | undefined)?.serverTime
  return typeof time === 'number' ? time : undefined
}

/**
 * Returns the data of a reply or throws its error (SPEC-8.1 to SPEC-8.10). `onTime` receives the service's time.
 */
export async function readReply(response: Response, onTime?: (unixSeconds: number) => void): Promise<unknown> {
  if (response.status === 401) throw new LoginExpiredError()
  const envelope = await readJson(response)
  const time = envelope && serverTimeOf(envelope)
  if (time !== undefined) onTime?.(time)
  if (!response.ok) throw failure(response, envelope)
  if (!envelope) throw new TransportError('unexpected', 'the answer is not JSON', response.status)
  const { code, resp_code } = envelope
  if (isExpired(code) || isExpired(resp_code)) throw new LoginExpiredError()
  if ((isAbsent(code) || isZero(code)) && (isAbsent(resp_code) || isZero(resp_code))) return envelope.data
  const failed = isAbsent(code) || isZero(code) ? resp_code : code
  throw new RefusedError(String(failed), text(envelope.msg, envelope.resp_msg), envelope.data)
}

function failure(response: Response, envelope: Envelope | undefined): Error {
  const { status, statusText } = response
  if (status === 500) {
    const { requestId } = (envelope?.data ?? {}) as { requestId?: unknown }
    const details = typeof requestId === 'string' ? { requestId } : {}
    return Object.assign(new TransportError('status', statusText, status), details)
  }
  const reason = text(envelope?.resp_msg, envelope?.msg)
  const message = status === 400 ? reason : text(reason, statusText)
  if (envelope && !isAbsent(envelope.code)) {
    if (isExpired(envelope.code)) return new LoginExpiredError()
    if (status !== 400 || reason) return new RefusedError(String(envelope.code), message, envelope.data)
  }
  return new TransportError('status', message, status)
}
