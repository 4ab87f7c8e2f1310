import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { LoadFailed } from '#ui/error-panel.tsx'
import { Loading } from '#ui/skeleton.tsx'
import { useT } from './i18n.ts'
import type { ResourceStore } from './resource.ts'

interface LoadedProps<E extends Endpoint> {
  store: ResourceStore<E>
  /** As high as what comes, so that nothing jumps. */
  skeleton: ReactNode
  /** Says that the miners go on, where the view is about them. */
  mining?: boolean
  children: (data: ReplyOf<E>) => ReactNode
}

/** A panel's three states: loading, failed with a way to try again, and there. Old data outlives a failure. */
export function Loaded<E extends Endpoint>({ store, skeleton, mining = false, children }: LoadedProps<E>) {
  const t = useT()
  const { data, error } = useStore(store)
  if (data !== undefined) return children(data)
  if (!error) return <Loading label={t('loading')}>{skeleton}</Loading>
  return (
    <LoadFailed
      title={t('failed.title')}
      {...(mining && { text: t('failed.miners') })}
      retryLabel={t('tryAgain')}
      onRetry={() => void store.reload()}
    />
  )
}
