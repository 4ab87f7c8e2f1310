import { Icon } from '#ui/icon.tsx'
import { useT } from '../i18n.ts'
import type { ScreenName } from '../screens.ts'
import { isCurrent, type NavItem } from './nav.ts'

export function NavLink({ item, current }: { item: NavItem; current: ScreenName | undefined }) {
  const t = useT()
  return (
    <a className="nav-item" href={item.href} aria-current={isCurrent(item, current) ? 'page' : undefined}>
      <Icon path={item.icon} />
      <span className="flex-1">{t(`titles.${item.screen}`)}</span>
    </a>
  )
}
