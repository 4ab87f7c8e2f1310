import type { NavItem } from './nav.ts'

/** The icon of a row: the page's HTML contains the drawings once (layouts/App.astro), so that scripts contain none. */
export const NavIcon = ({ name, className = '' }: { name: NavItem['icon']; className?: string }) => (
  <svg className={`ic ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
)
