import type { KeyboardEvent, ReactNode } from 'react'

export interface Tab {
  id: string
  label: string
  /** Keeps its place at 0, so that tabs do not move while counts load. */
  count?: number
}

interface TabsProps {
  /** Prefix of the ids that join a tab to its panel; unique on the page. */
  name: string
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}

const step: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs with roving focus: one stop for Tab, arrows, Home and End move and select. */
export function Tabs({ name, label, tabs, selected, onSelect }: TabsProps) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const index = tabs.findIndex(({ id }) => id === selected)
    const target = tabs[step[event.key]?.(index, tabs.length - 1) ?? -1]
    if (!target) return
    event.preventDefault()
    onSelect(target.id)
    document.getElementById(`${name}-tab-${target.id}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="tabs-line" onKeyDown={move}>
      {tabs.map(({ id, label: text, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${name}-tab-${id}`}
          aria-selected={id === selected}
          aria-controls={id === selected ? `${name}-panel-${id}` : undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {text}
          {count !== undefined && (
            <span className={count ? 'tag-count' : 'tag-count invisible'} translate="no">
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The panel of the selected tab. */
export function TabPanel({ name, id, children }: { name: string; id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel-${id}`} aria-labelledby={`${name}-tab-${id}`}>
      {children}
    </div>
  )
}
