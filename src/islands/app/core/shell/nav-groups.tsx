import { useStore } from '@nanostores/react'
import type { ScreenName } from '../routing/screens.ts'
import { useT } from '../texts/i18n.ts'
import { isCurrent, navGroups } from './nav.ts'
import { NavIcon } from './nav-icon.tsx'
import { $statistics } from './statistics.ts'
import { $unread } from './unread.ts'

/** The rows of the navigation under the names of their groups; the first group needs none. */
export function NavGroups({ current }: { current: ScreenName | undefined }) {
  const t = useT()
  const counts: Partial<Record<string, number>> = {
    devices: useStore($statistics).data?.total ?? 0,
    messages: useStore($unread).data?.total ?? 0,
  }
  return navGroups.map(({ name, items }) => (
    <div key={name} className={name === 'home' ? '' : 'mt-5'}>
      {name !== 'home' && <div className="px-2.5 pb-1.5 text-xs text-faint">{t(`nav.${name}`)}</div>}
      <div className="grid gap-0.5">
        {items.map((item) => (
          <a
            key={item.name}
            className="nav-item"
            href={item.href}
            aria-current={isCurrent(item, current) ? 'page' : undefined}
          >
            <NavIcon name={item.icon} />
            <span className="flex-1">{t(`titles.${item.name}`)}</span>
            {counts[item.name] ? (
              <span className="tag-count" translate="no" aria-hidden="true">
                {counts[item.name]}
              </span>
            ) : null}
          </a>
        ))}
      </div>
    </div>
  ))
}
