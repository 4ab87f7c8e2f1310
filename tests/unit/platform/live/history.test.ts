import { describe, expect, test } from 'vitest'
import { createLiveHistory } from '#service/platform/live/history.ts'
import { EVERYBODY } from '#service/platform/live/publish.ts'
import { createRandom } from '#world/random.ts'

describe('the live history of a node', () => {
  test('knows which users got a message after an id', () => {
    const history = createLiveHistory()
    expect(history.newest).toBeUndefined()
    history.record('ann', '7')
    history.record('bob', '9')
    // A transaction that began earlier may be committed later.
    history.record('bob', '8')
    expect(history.newest).toBe('8')
    expect(['ann', 'bob', 'eve'].map((name) => history.mayHaveMissed(name, '7'))).toEqual([false, true, false])
    expect(['ann', 'bob'].map((name) => history.mayHaveMissed(name, '8'))).toEqual([false, false])
    expect(history.mayHaveMissed('bob', '9')).toBe(true)
    history.record(EVERYBODY, '10')
    expect(history.mayHaveMissed('eve', '8')).toBe(true)
    expect(history.mayHaveMissed('eve', '10')).toBe(false)
  })

  test('treats the messages of one transaction as one position', () => {
    const history = createLiveHistory()
    for (const name of ['ann', 'bob', 'eve']) history.record(name, '5')
    expect(['ann', 'bob', 'eve'].map((name) => history.mayHaveMissed(name, '5'))).toEqual([false, false, false])
  })

  test('counts a message without an id, and knows nothing of an unknown id', () => {
    const history = createLiveHistory()
    expect([undefined, '1'].map((id) => history.mayHaveMissed('ann', id))).toEqual([true, true])
    history.record('eve', '1')
    history.record('ann', undefined)
    expect(history.mayHaveMissed('ann', '1')).toBe(true)
    history.clear()
    expect([history.newest, history.mayHaveMissed('eve', '1')]).toEqual([undefined, true])
  })

  test('a short history agrees with a long one, except that it may not know', () => {
    const random = createRandom(5)
    const [short, long] = [createLiveHistory(10), createLiveHistory()]
    const names = ['ann', 'bob', 'eve', EVERYBODY, 'kim', 'lee']
    let hasForgotten = 0
    for (let id = 1; id <= 400; id += 1) {
      const name = random.pick(names)
      const messageId = random.below(20) === 0 ? undefined : String(id)
      short.record(name, messageId)
      long.record(name, messageId)
      for (let reads = 0; reads < 10; reads += 1) {
        const [reader, from] = [random.pick(['ann', 'bob', 'eve']), String(1 + random.below(id))]
        if (long.mayHaveMissed(reader, from)) expect(short.mayHaveMissed(reader, from)).toBe(true)
        else if (short.mayHaveMissed(reader, from)) hasForgotten += 1
      }
    }
    expect(hasForgotten).toBeGreaterThan(0)
  })
})
