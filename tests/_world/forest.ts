import type { Figures } from '#service/rewards/ambassadors/levels.ts'
import { createRandom, type Random } from './random.ts'

/** A random forest of invitations and the activity of its devices, day by day: input of the service and of a plain model. */
export interface Tree {
  id: string
  inviter: string | undefined
  /** Devices of the account; each has a first day, and a chance to be valid on each day after it. */
  devices: { id: string; from: number; chance: number }[]
  /** Days on which an operator makes the account an ambassador. */
  approved: readonly number[]
}

export interface Simulation {
  trees: readonly Tree[]
  days: number
  by: Figures
  isValid(device: string, day: number): boolean
}

/** Level requirements that a small forest reaches and loses. */
export const smallFigures: Figures = { two: 3, three: 6, promotion: 2, demotion: 2, keepDevices: 1, keepDays: 14 }

function plant(seed: number, { users, days }: { users: number; days: number }): Simulation {
  const random = createRandom(seed)
  const trees = Array.from({ length: users }, (_, index) => treeAt(random, { index, days }))
  const valid = new Set<string>()
  for (const { devices } of trees)
    for (const { id, from, chance } of devices)
      for (let day = from; day < days; day += 1)
        if (luckOf(seed, { device: Number.parseInt(id.slice(1), 10), day }) < chance) valid.add(`${id}/${day}`)
  return { trees, days, by: smallFigures, isValid: (device, day) => valid.has(`${device}/${day}`) }
}

/**
 * The threshold for a device's chance on a day. It stays for one to five days, so that runs of days start, end, and are
 * interrupted for a day.
 */
const luckOf = (seed: number, { device, day }: { device: number; day: number }): number =>
  createRandom(seed + device * 31 + Math.floor(day / (1 + (device % 5)))).below(100)

function treeAt(random: Random, { index, days }: { index: number; days: number }): Tree {
  const inviter = index > 3 && random.below(10) > 0 ? `u${Math.floor(random.below(index) ** 2 / index)}` : undefined
  const devices = Array.from({ length: random.below(4) }, (_, number) => ({
    id: `d${index * 10 + number}`,
    from: random.below(Math.ceil(days * 0.8)),
    chance: 20 + random.below(75),
  }))
  const approved = index < 60 ? Array.from({ length: 3 }, () => random.below(days)).sort((a, b) => a - b) : []
  return { id: `u${index}`, inviter, devices, approved }
}

interface State {
  level: number
  since: number
  two: number
  three: number
  below: number
}

/** The level of every account after each day by a plain model: one account and one day after the other. */
export function levelsByModel({ trees, days, by, isValid }: Simulation): Map<string, number>[] {
  const states = new Map<string, State>()
  const childrenOf = (id: string) => trees.filter(({ inviter }) => inviter === id)
  const firstDay = (device: string): number => {
    for (let day = 0; day < days; day += 1) if (isValid(device, day)) return day
    return Number.POSITIVE_INFINITY
  }
  const firsts = new Map(trees.flatMap(({ devices }) => devices.map(({ id }) => [id, firstDay(id)] as const)))
  const validOf = (tree: Tree, day: number) => tree.devices.filter(({ id }) => isValid(id, day)).length
  const freshOf = (tree: Tree, from: number, to: number) =>
    tree.devices.filter(({ id }) => (firsts.get(id) ?? -1) >= from && (firsts.get(id) ?? 0) <= to).length
  const after: Map<string, number>[] = []
  for (let day = 0; day < days; day += 1) {
    for (const { id, approved } of trees)
      if (approved.includes(day) && (states.get(id)?.level ?? 0) === 0)
        states.set(id, { level: 1, since: day, two: 0, three: 0, below: 0 })
    for (const [id, state] of states) {
      if (state.level === 0) continue
      const friends = childrenOf(id)
      const direct = friends.reduce((sum, tree) => sum + validOf(tree, day), 0)
      const second = friends.flatMap(({ id }) => childrenOf(id)).reduce((sum, tree) => sum + validOf(tree, day), 0)
      const fresh = friends.reduce((sum, tree) => sum + freshOf(tree, day - by.keepDays + 1, day), 0)
      states.set(id, step(state, { day, direct, both: direct + second, fresh }, by))
    }
    after.push(new Map([...states].map(([id, { level }]) => [id, level])))
  }
  return after
}

interface Seen {
  day: number
  direct: number
  both: number
  fresh: number
}

function step(state: State, seen: Seen, by: Figures): State {
  const two = seen.direct >= by.two ? state.two + 1 : 0
  const three = seen.both >= by.three ? state.three + 1 : 0
  const lacks = (state.level === 2 && seen.direct < by.two) || (state.level === 3 && seen.both < by.three)
  const below = lacks ? state.below + 1 : 0
  if (seen.day - state.since >= by.keepDays && seen.fresh < by.keepDevices)
    return { ...state, level: 0, two, three, below: 0 }
  if (below >= by.demotion) return { ...state, level: state.level - 1, two, three, below: 0 }
  const rises = (state.level === 1 && two >= by.promotion) || (state.level === 2 && three >= by.promotion)
  return { ...state, level: state.level + (rises ? 1 : 0), two, three, below: rises ? 0 : below }
}

/** The next forest after a seed in which levels rise, fall and lapse: a run without one of these would prove too little. */
export function plantMoving(seed: number, size: { users: number; days: number }): Simulation {
  for (let next = seed; ; next = (next + 1) % 2 ** 32) {
    const simulation = plant(next, size)
    const moves = movesOf(levelsByModel(simulation))
    if (['up', 'down', 'out'].every((move) => moves.has(move))) return simulation
  }
}

function movesOf(days: readonly Map<string, number>[]): Set<string> {
  const moves = new Set<string>()
  for (const [index, levels] of days.entries())
    for (const [id, level] of levels) {
      const before = days[index - 1]?.get(id) ?? 0
      if (before > 0 && level > before) moves.add('up')
      if (before > 0 && level < before) moves.add(level === 0 ? 'out' : 'down')
    }
  return moves
}
