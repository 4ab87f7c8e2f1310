import type { Architecture } from '#lib/rules/release-files.ts'
import { type System, systemOf } from '#lib/text/system-name.ts'

/** Chromium's hints, which TypeScript's library lacks. */
interface ClientHints {
  getHighEntropyValues(hints: readonly string[]): Promise<{ architecture?: string }>
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
export function visitorSystem(): System {
  const system = systemOf(navigator.userAgent)
  return system === 'mac' && navigator.maxTouchPoints > 1 ? 'ios' : system
}

/** The processor; undefined in Safari, and in Firefox on a Mac, which tell none. */
export async function visitorArchitecture(): Promise<Architecture | undefined> {
  const { userAgentData } = navigator as { userAgentData?: ClientHints }
  const hints = await userAgentData?.getHighEntropyValues(['architecture']).catch(() => undefined)
  if (hints?.architecture) return hints.architecture === 'arm' ? 'arm64' : 'x64'
  if (/aarch64|arm64/i.test(navigator.userAgent)) return 'arm64'
  return /x86_64|Win64/.test(navigator.userAgent) ? 'x64' : undefined
}
