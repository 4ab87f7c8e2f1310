import type { Cell } from '#lib/rules/week-schedule.ts'

/** The cell that an element names in its data; undefined for one that names none. */
export function cellAt(target: EventTarget, name: 'place' | 'from' | 'to'): Cell | undefined {
  const place = target instanceof HTMLElement ? Number(target.dataset[name] ?? Number.NaN) : Number.NaN
  return Number.isNaN(place) ? undefined : { day: Math.floor(place / 24), hour: place % 24 }
}

const last = { day: 6, hour: 23 }

/** The cell to which a key moves, within the grid; undefined for other keys. Without room, days are columns. */
export function moved(cell: Cell, key: string, isWide: boolean): Cell | undefined {
  const [across, down] = isWide ? (['hour', 'day'] as const) : (['day', 'hour'] as const)
  const by = (axis: keyof Cell, step: number): Cell => ({
    ...cell,
    [axis]: Math.min(last[axis], Math.max(0, cell[axis] + step)),
  })
  switch (key) {
    case 'ArrowRight':
      return by(across, 1)
    case 'ArrowLeft':
      return by(across, -1)
    case 'ArrowDown':
      return by(down, 1)
    case 'ArrowUp':
      return by(down, -1)
    case 'Home':
      return { ...cell, [across]: 0 }
    case 'End':
      return { ...cell, [across]: last[across] }
    default:
      return undefined
  }
}
