import { atom } from 'nanostores'
import { isReachable } from '../calls/probe.ts'

/** Whether the page is about to be loaded anew, so that nothing need be said of what failed. */
export const $leaving = atom(false)

/** Loads the page anew where it can be had: without a network or a service nothing is missing. */
export async function reloadPage(isWanted: () => boolean = () => true): Promise<void> {
  if ($leaving.get()) return
  $leaving.set(true)
  if ((await isReachable(location.href)) && isWanted()) location.reload()
  else $leaving.set(false)
}

/** Whether a file did not come, as each engine says so; a module that fails by itself would fail in a newer page as well. */
export const isMissingModule = ({ name, message }: Error): boolean =>
  name === 'TypeError' && /\bimport(?:ed|ing)\b/i.test(message)
