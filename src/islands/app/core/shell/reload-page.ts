import { atom } from 'nanostores'
import { isReachable } from '../calls/probe.ts'

/** True while the page is about to reload, so that failures need no message. */
export const $leaving = atom(false)

/** Reloads the page if it is reachable: offline, the current page is still complete. */
export async function reloadPage(isNeeded: () => boolean = () => true): Promise<void> {
  if ($leaving.get()) return
  $leaving.set(true)
  if ((await isReachable(location.href)) && isNeeded()) location.reload()
  else $leaving.set(false)
}

/**
 * True if a module file failed to load, by each engine's message; a module that throws would throw in a newer page as
 * well.
 */
export const isMissingModule = ({ name, message }: Error): boolean =>
  name === 'TypeError' && /\bimport(?:ed|ing)\b/i.test(message)
