import { groupThousands } from '#lib/text/decimal.ts'
import { toast } from '#ui/toast.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import type { Task } from './tasks-store.ts'
import { inLanguage, p } from './texts.ts'

/** Shows the result of a verification. */
export function useVerificationToast() {
  const { locale } = useLanguage()
  return (task: Task) => {
    if (task.status === 'verified') toast('success', p('tasks.paid', { points: groupThousands(task.amount) }))
    if (task.status === 'unverified' && task.waiting) toast('info', p('tasks.later'))
    if (task.status === 'pending') toast('info', p('tasks.sent'))
    if (task.status === 'failed') {
      const why = p(`failure.${task.failure.kind}`, inLanguage(locale, task.failure.values))
      toast('error', p('tasks.failed', { why }))
    }
  }
}
