import type { NavItem } from './nav.ts'

/** The icon of a row: the page's HTML holds the drawings once (layouts/App.astro), and the scripts none of them. */
export const NavIcon = ({ name, className = '' }: { name: NavItem['icon']; className?: string }) => (
  <svg className={`ic ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
)
