import { useState } from 'react'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'

/** One act at a time, whose failure is told. */
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
