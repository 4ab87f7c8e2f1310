import { codes } from '../contract/endpoint.ts'
import type { Release } from '../contract/versions.ts'
import { timeLimit } from './time-limit.ts'

/** Longest that it may take. */
const TIMEOUT_MS = 15_000

/** Asks for one mail on the day of a platform's package. Never throws: says how it went. */
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
