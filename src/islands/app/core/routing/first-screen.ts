import { useEffect, useState } from 'react'
import { $session } from '#lib/session/session.ts'
import { firstCallLeaves } from '../calls/call.ts'
import { preloadScreen, readsOf } from './screens.ts'

/** Aborted when the first screen is shown and listens itself. */
const coming = new AbortController()

let notifyShell = () => {}
const shellShown = new Promise<void>((resolve) => {
  notifyShell = resolve
})

let fetched: Promise<void> | undefined

/**
 * Starts the first screen's reads, then fetches its code. The code would share the connection with React's, whose last
 * byte the shell waits for: so it is requested when the reads are sent and arrives with their responses; if they cannot
 * be sent, it is requested once the shell is shown.
 */
export function fetchFirstScreen(name: string | undefined): void {
  const reads = readEarly(name).catch(() => undefined)
  fetched = Promise.race([reads, shellShown]).then(() => preloadScreen(name))
}

/** Settles when the first of the reads is sent; rejects when none can be. */
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
 * True if the first screen can be drawn, or another one was requested. Until then the shell shows a skeleton, which
 * Suspense would keep for 300 ms.
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
