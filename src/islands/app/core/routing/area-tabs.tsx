import { useStore } from '@nanostores/react'
import { $match } from './match.ts'

interface AreaTabsProps {
  label: string
  /** The screens of the area: name, address and text of each. */
  tabs: readonly (readonly [screen: string, href: string, text: string])[]
}

/** Links to the screens of one area, styled as tabs. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const current = useStore($match)?.screen
  return (
    <nav className="tabs-line" aria-label={label}>
      {tabs.map(([screen, href, text]) => (
        <a key={screen} href={href} aria-current={screen === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
