import type { SignedStatement } from '#lib/contract/proofs.ts'
import {
  branched,
  control,
  type Evidence,
  type FaultCase,
  type Proofs,
  signedAgain,
  withAsset,
} from './proof-faults.ts'

const NESTED = '['.repeat(30_000) + ']'.repeat(30_000)

/** Files that are made to stop a verifier, or to write over what it says. Nothing in them may be taken as right. */
export const hostileFiles: readonly Pick<FaultCase, 'what' | 'make'>[] = [
  { what: 'an amount that has no text', make: branched(() => ({ units: { toString: null } })) },
  { what: 'an asset that has no text', make: branched(() => ({ asset: { toString: null } })) },
  {
    what: 'parts behind a prototype',
    make: branched(({ parts }) => JSON.parse(`{"parts":{"__proto__":${JSON.stringify(parts)}}}`)),
  },
  { what: 'a position that is no number', make: nan },
  {
    what: 'an asset that is nested too deeply',
    make: (ground) => replaced(ground, '"asset":"ALEO"', `"asset":${NESTED}`),
  },
  { what: 'an account of half a character', make: (ground) => replaced(ground, 'ann@example.com', '\\ud800') },
  {
    what: 'an account that rewrites the line of a terminal',
    make: (ground) => replaced(ground, 'ann@', '\\u001b[2K\\rann@'),
  },
  { what: 'an account of ten megabytes', make: (ground) => replaced(ground, 'ann@', `${'a'.repeat(10_000_000)}@`) },
  {
    what: 'a statement of ten megabytes',
    make: (ground) =>
      replaced(ground, 'proof-of-liabilities/1\\n', `proof-of-liabilities/1\\n${'a'.repeat(10_000_000)}`),
  },
  {
    what: 'decimals that would fill the memory',
    make: signedAgain((facts) => withAsset(facts, 'ALEO', () => ({ decimals: 999_999_999_999 }))),
  },
  { what: 'a time that rewrites the line of a terminal', make: signedAgain(() => ({ taken: '\u001b[2K' })) },
  {
    what: 'days that are none',
    make: (ground) => ({ ...control(ground), days: [null] as unknown as SignedStatement[] }),
  },
  {
    what: 'days that only have a length',
    make: (ground) => ({ ...control(ground), days: { length: 1 } as SignedStatement[] }),
  },
]

/** The control's file with a part of its text replaced; some texts are of no object. */
function replaced(ground: Proofs, from: string, to: string): Evidence {
  const { file, days } = control(ground)
  return { file: JSON.stringify(file).replace(from, () => to), days }
}
function nan(ground: Proofs): Evidence {
  const { file, days } = control(ground)
  return { file: JSON.stringify(file).replace(/"position":\d+/, '"position":NaN'), days }
}
