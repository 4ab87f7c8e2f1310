/**
 * Where a process is killed: at every point in `npm run test:long -- kills`, and at every second one of a list in other runs,
 * from the first on.
 */
export const isEveryKill = process.env.KILLS === 'all'

export const killPoints = <T>(all: readonly T[]): readonly T[] =>
  isEveryKill ? all : all.filter((_, index) => index % 2 === 0)
