import { navGroupNames } from '../routing/feature.ts'
import { type ScreenName, screenNamed, screens } from '../routing/screens.ts'

const rows = screens.flatMap(({ name, path, nav }) => (nav ? [{ name, href: path, ...nav }] : []))

export type NavItem = (typeof rows)[number]

/** The navigation contains the declared features, in their order. */
export const navGroups = navGroupNames.map((name) => ({ name, items: rows.filter(({ group }) => group === name) }))

/** True if a row of the navigation belongs to the screen. */
export const isCurrent = ({ name }: NavItem, current: ScreenName | undefined): boolean =>
  current !== undefined && (name === current || screenNamed(current)?.under === name)

/** The dock of a phone, before its "More". */
export const dockItems: readonly NavItem[] = rows
  .filter((row): row is NavItem & { dock: number } => row.dock !== undefined)
  .sort((a, b) => a.dock - b.dock)
