import { createJavascriptSearch, type NonceRange } from './nonce-search.ts'

/** Enough for every lane of an engine to be hit several times. */
const range: NonceRange = { high: 1, first: 2 ** 32 - 4096, count: 4096 }
const limit = 2 ** 26
const challenge = '5a'.repeat(32)

interface Search<Found> {
  setChallenge(challenge: string): void
  search(range: NonceRange, limit: number): Found
}

/** A search that every engine does before it mines; `isRight` tells whether its finds are those of the JavaScript engine. */
export function runSelfTest<Found>(search: Search<Found>): Found {
  search.setChallenge(challenge)
  return search.search(range, limit)
}

export const isRight = (found: readonly number[]): boolean =>
  found.join() === runSelfTest(createJavascriptSearch()).join()
