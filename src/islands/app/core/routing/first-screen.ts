import { useEffect, useState } from 'react'
import { $session } from '#lib/session/session.ts'
import { firstCallLeaves } from '../calls/call.ts'
import { preloadScreen, readsOf } from './screens.ts'

/** Ends when the first screen stands, and listens itself. */
const coming = new AbortController()

let notifyShell = () => {}
const shellStands = new Promise<void>((resolve) => {
  notifyShell = resolve
})

let fetched: Promise<void> | undefined

/**
 * Begins what the first screen reads, and then fetches its code. That would share the line with React's own, of which
 * the shell waits for the last byte: so it is asked for when the reads leave and comes with their answers; where they
 * can't leave, it is asked for once the shell stands.
 */
export function fetchFirstScreen(name: string | undefined): void {
  const reads = readEarly(name).catch(() => undefined)
  fetched = Promise.race([reads, shellStands]).then(() => preloadScreen(name))
}

/** Settles when the first of the reads leaves; rejects when none can. */
async function readEarly(name: string | undefined): Promise<void> {
  const stores = $session.get() ? await readsOf(name) : []
  if (stores.length === 0 || coming.signal.aborted) return
  const stops = stores.map((store) => store.listen(() => undefined))
  coming.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  await firstCallLeaves()
}

/**
 * Whether the first screen can be drawn, or another is wanted by now. Until then the shell is alive around a skeleton,
 * which Suspense would keep for 300 ms.
 */
export function useFirstScreen(name: string | undefined): boolean {
  const [first] = useState(name)
  const [isFetched, setFetched] = useState(false)
  const isOver = isFetched || name !== first
  useEffect(() => {
    notifyShell()
    void fetched?.then(() => setFetched(true))
  }, [])
  useEffect(() => {
    if (isOver) coming.abort()
  }, [isOver])
  return isOver
}
