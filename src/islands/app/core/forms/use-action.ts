import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../calls/error-text.ts'
import { useT } from '../texts/i18n.ts'

/** Runs one action at a time and shows its failure. */
export function useAction() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true)
    try {
      await work()
      if (done) toast('success', done)
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, act: (work: () => Promise<unknown>, done?: string) => void act(work, done) }
}
