import { Icon } from '#ui/icon.tsx'
import { useT } from '../i18n.ts'
import type { ScreenName } from '../screens.ts'
import type { NavItem } from './nav.ts'

export function NavLink({ item, current }: { item: NavItem; current: ScreenName | undefined }) {
  const t = useT()
  return (
    <a className="nav-item" href={item.href} aria-current={item.screen === current ? 'page' : undefined}>
      <Icon name={item.icon} />
      <span className="flex-1">{t(`titles.${item.screen}`)}</span>
    </a>
  )
}
