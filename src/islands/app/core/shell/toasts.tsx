import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $toasts } from '#ui/toast.ts'
import { $offline } from '../calls/call.ts'

/** Comes with the first screen and is no part of its first paint. */
const loadToaster = () => import('#ui/toaster.tsx').then(({ Toaster }) => Toaster)

/** Without it no message would be shown: a failed load is retried at the next toast and when the connection returns. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>>>()
  const toasts = useStore($toasts)
  const isOffline = useStore($offline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is another try
  useEffect(() => {
    loadToaster().then(
      (loaded) => setToaster(() => loaded),
      () => undefined,
    )
  }, [toasts, isOffline])
  return Toaster && <Toaster closeLabel={closeLabel} />
}
