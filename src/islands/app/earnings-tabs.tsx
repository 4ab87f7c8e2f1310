import { useStore } from '@nanostores/react'
import { m } from './money-texts.ts'
import { $match } from './router.ts'

const tabs = [
  ['pcEarnings', '/user/earnings/pc-earnings'],
  ['cloudEarnings', '/user/earnings/cloud-earnings'],
  ['withdrawals', '/user/earnings/withdrawals'],
] as const

/** The screens of one area, as links that look like tabs. */
export function EarningsTabs() {
  const screen = useStore($match)?.route.screen
  return (
    <nav className="tabs-line" aria-label={m('tabs.label')}>
      {tabs.map(([name, href]) => (
        <a key={name} href={href} aria-current={name === screen ? 'page' : undefined}>
          {m(`tabs.${name}`)}
        </a>
      ))}
    </nav>
  )
}
