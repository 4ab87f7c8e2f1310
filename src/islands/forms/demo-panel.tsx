import { useStore } from '@nanostores/react'
import { startTransition, useActionState } from 'react'
import { $isDemo } from '#lib/session/demo.ts'
import { enterDemo } from './demo-store.ts'
import { FormError, type T } from './fields.tsx'

/** A button that enters the demo, below the form, so that nothing moves when it appears. */
export function DemoPanel({ t }: { t: T }) {
  const isDemo = useStore($isDemo)
  const [error, enter, pending] = useActionState<string | undefined>(() => enterDemo(t), undefined)
  if (!isDemo) return null
  return (
    <section className="well p-4 grid gap-3">
      <p className="text-sm">{t('demo.text')}</p>
      <FormError text={error} />
      <button
        type="button"
        className="btn btn-line justify-self-start"
        aria-busy={pending}
        onClick={() => !pending && startTransition(enter)}
      >
        {pending && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
        {t('demo.enter')}
      </button>
    </section>
  )
}
