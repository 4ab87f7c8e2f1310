import { createHash } from 'node:crypto'

/** A number from 0 to 1 that depends only on these words. */
export function fixedChance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32
}

/** Random number of a Poisson distribution with this mean; approximated by a normal distribution above 50. */
export function poissonCount(expected: number): number {
  if (expected > 50) return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal()))
  const limit = Math.exp(-expected)
  let product = Math.random()
  let times = 0
  while (product > limit) {
    product *= Math.random()
    times += 1
  }
  return times
}

/** Random number of the standard normal distribution (Box-Muller). */
const normal = (): number => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
