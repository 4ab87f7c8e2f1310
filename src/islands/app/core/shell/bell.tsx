import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../texts/i18n.ts'
import { $unread } from './unread.ts'

/** Link to the messages; a square marks unread ones. */
export function Bell() {
  const t = useT()
  const count = useStore($unread).data?.total ?? 0
  return (
    <a
      className="btn btn-ghost btn-sm btn-square relative"
      href="/messages"
      aria-label={count > 0 ? t('bell.unread', { count }) : t('titles.messages')}
    >
      <Icon path={icons.bell} />
      {count > 0 && <span className="mark bg-primary absolute left-1/2 bottom-1/2 m-0.75" />}
    </a>
  )
}
