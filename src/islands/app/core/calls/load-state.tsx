import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { Endpoint, ReplyOf } from '#lib/contract/endpoint.ts'
import { Boundary } from '#ui/boundary.tsx'
import { Empty } from '#ui/empty.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { Loading } from '#ui/skeleton.tsx'
import { useT } from '../texts/i18n.ts'
import { isGone, readErrorText, refusalText } from './error-text.ts'
import { PartFailed } from './part.tsx'
import type { ResourceStore } from './resource.ts'

export interface LoadedProps<E extends Endpoint> {
  store: ResourceStore<E>
  /** As high as the content, so that nothing moves. */
  skeleton: ReactNode
  /** Adds that mining continues, for views about miners. */
  mining?: boolean
  /** Inside the padding of its container. */
  flush?: boolean
  /** For a screen of one record: address of the list, shown if the record no longer exists. */
  listHref?: string
  /** Content shown without a response, in place of the skeleton and of the error. */
  until?: ReplyOf<E> | undefined
  children: (data: ReplyOf<E>) => ReactNode
}

const Drawn = ({ draw }: { draw: () => ReactNode }) => draw()

/** A panel's three states: loading, failed with a retry, and loaded. Old data survive a failure. */
export function Loaded<E extends Endpoint>(props: LoadedProps<E>) {
  const { store, skeleton, mining, flush, listHref, until, children } = props
  const t = useT()
  const { data, error } = useStore(store)
  if (error && isGone(error)) return <MissingRecord error={error} listHref={listHref} />
  const shown = data ?? until
  const reload = () => void store.reload()
  if (shown !== undefined) {
    const retry = (again: () => void) => () => {
      again()
      reload()
    }
    return (
      <Boundary
        of={shown}
        instead={(again, failure) => <PartFailed error={failure} flush={flush} onRetry={retry(again)} />}
      >
        <Drawn draw={() => children(shown)} />
      </Boundary>
    )
  }
  if (!error) return <Loading label={t('loading')}>{skeleton}</Loading>
  return <ReadFailed error={error} mining={mining} flush={flush} onRetry={reload} />
}

/** True once a read has succeeded or failed: content below it is drawn then, so that it does not move. */
export function useHasLoaded<E extends Endpoint>(store: ResourceStore<E>): boolean {
  const { data, error } = useStore(store)
  const [hasLoaded, setHasLoaded] = useState(false)
  const isSettled = data !== undefined || error !== undefined
  if (isSettled && !hasLoaded) setHasLoaded(true)
  return hasLoaded || isSettled
}

/** Replaces a record that no longer exists: older data would be stale, and a retry is useless. */
function MissingRecord({ error, listHref }: { error: Error; listHref?: string | undefined }) {
  const t = useT()
  const list = (
    <a className="btn btn-primary" href={listHref}>
      {t('gone.list')}
    </a>
  )
  return (
    <div role="status" className={listHref ? 'panel' : ''}>
      <Empty title={t('gone.title')} text={error.message} action={listHref && list} />
    </div>
  )
}

/** The form of a report, with the service's id of the failure. */
const reportAddress = (error: Error & { requestId?: string }): string => `/messages?fault=${error.requestId ?? ''}`

interface ReadFailedProps {
  error: Error
  mining?: boolean | undefined
  flush?: boolean | undefined
  onRetry: () => void
}

/** Replaces data that failed to load: the service's reason if there is one, and a retry. */
export function ReadFailed({ error, mining = false, flush = false, onRetry }: ReadFailedProps) {
  const t = useT()
  if (isGone(error)) return <MissingRecord error={error} />
  const sentence = refusalText(error)
  const text = sentence || (mining && t('failed.miners'))
  const title = sentence ? t('failed.title') : readErrorText(t, error)
  return (
    <LoadFailed
      title={title}
      {...(text && { text })}
      retryLabel={t('tryAgain')}
      report={{ href: reportAddress(error), label: t('failed.report') }}
      flush={flush}
      onRetry={onRetry}
    />
  )
}
