import { codes } from '../contract/endpoint.ts'
import type { Release } from '../contract/versions.ts'
import { timeLimit } from './time-limit.ts'

/** Timeout of the request. */
const TIMEOUT_MS = 15_000

/** Requests one mail on the day a platform's package is released. Never throws; returns the outcome. */
export async function requestReleaseMail(of: {
  platform: Release['platform']
  email: string
  lang: 'en' | 'zh'
}): Promise<'told' | 'tellWrong' | 'tellOften' | 'tellFailed'> {
  try {
    const response = await fetch('/downloads/tell', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(of),
      credentials: 'omit',
      signal: timeLimit(TIMEOUT_MS),
    })
    const { code } = (await response.json()) as { code: unknown }
    if (code === codes.ok) return 'told'
    if (code === codes.tooMany) return 'tellOften'
    return code === codes.invalidInput ? 'tellWrong' : 'tellFailed'
  } catch {
    return 'tellFailed'
  }
}
