import { describe, expect, test } from 'vitest'
import { estimateDay, workOf } from '#service/money/earnings/day-estimate.ts'

const TERA = 10n ** 12n
const aleo = { coin: 'ALEO', perTera: 7n } as const
const later = { coin: 'ALEO', perTera: 9n } as const
const grass = { coin: 'GRASS', perTera: 5n } as const
const unrated = { coin: 'NODEPAY', perTera: null } as const
const nothing = { mined: [], projects: [], expectedWork: 0n, credited: new Map() }
const NONE = { soFar: null, wholeDay: null }

test.each([
  [0, 86_400, 0n],
  [1.5, 3, 4n],
  [0.1, 9.99, 0n],
  [1e12, 86_400, 86_400n * TERA],
])('%d H/s for %d s are %d units of work', (rate, seconds, work) => expect(workOf(rate, seconds)).toBe(work))

describe('the day of a device', () => {
  const cases: [string, Partial<Parameters<typeof estimateDay>[0]>, object[]][] = [
    ['without a project has no coin', {}, []],
    ['that begins has nothing yet', { projects: [{ ...aleo, weight: 1 }] }, [{ ...dayOf(0n, 0n) }]],
    [
      'goes on with all its work in the only project',
      { mined: [{ ...aleo, work: 2n * TERA }], projects: [{ ...aleo, weight: 3 }], expectedWork: 4n * TERA },
      [dayOf(14n, 42n)],
    ],
    [
      'is divided by weight, whatever was mined before',
      {
        mined: [{ ...aleo, work: TERA }],
        projects: [
          { ...aleo, weight: 1 },
          { ...grass, weight: 3 },
        ],
        expectedWork: 8n * TERA,
      },
      [dayOf(7n, 21n), { coin: 'GRASS', soFar: 0n, wholeDay: 30n }],
    ],
    [
      'keeps what a project that was switched off has paid',
      { mined: [{ ...aleo, work: TERA }], projects: [{ ...grass, weight: 1 }], expectedWork: TERA },
      [dayOf(7n, 7n), { coin: 'GRASS', soFar: 0n, wholeDay: 5n }],
    ],
    [
      'adds projects that pay the same coin, each at its own rate',
      {
        mined: [
          { ...later, work: TERA },
          { ...aleo, work: TERA },
        ],
        projects: [
          { ...aleo, weight: 1 },
          { ...later, weight: 1 },
        ],
        expectedWork: 2n * TERA,
      },
      [{ coin: 'ALEO', soFar: 16n, wholeDay: 32n }],
    ],
    [
      'is rounded down as its earnings are',
      {
        mined: [{ ...aleo, work: TERA / 2n }],
        projects: [{ ...aleo, weight: 1 }],
        expectedWork: TERA / 2n,
      },
      [dayOf(3n, 6n)],
    ],
    [
      'is unknown without a rate of what was mined',
      { mined: [{ ...unrated, work: TERA }], projects: [{ ...aleo, weight: 1 }] },
      [{ coin: 'NODEPAY', ...NONE }, dayOf(0n, 0n)],
    ],
    [
      'is unknown without a rate of what is mined next',
      { projects: [{ ...unrated, weight: 1 }], expectedWork: TERA },
      [{ coin: 'NODEPAY', ...NONE }],
    ],
    [
      'is nothing at a rate of nothing, which is known',
      { mined: [{ ...aleo, perTera: 0n, work: TERA }], projects: [{ ...aleo, perTera: 0n, weight: 1 }] },
      [dayOf(0n, 0n)],
    ],
    [
      'leaves out what is credited',
      {
        mined: [{ ...aleo, work: 3n * TERA }],
        projects: [{ ...aleo, weight: 1 }],
        expectedWork: TERA,
        credited: new Map([['ALEO', 20n]]),
      },
      [dayOf(1n, 8n)],
    ],
    [
      'is never below nothing',
      {
        mined: [{ ...aleo, work: TERA }],
        projects: [{ ...aleo, weight: 1 }],
        credited: new Map([['ALEO', 8n]]),
      },
      [dayOf(0n, 0n)],
    ],
  ]
  function dayOf(soFar: bigint, wholeDay: bigint) {
    return { coin: 'ALEO', soFar, wholeDay }
  }
  test.each(cases)('%s', (_, parts, expected) => expect(estimateDay({ ...nothing, ...parts })).toEqual(expected))
})
