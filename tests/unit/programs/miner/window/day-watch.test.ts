import { expect, test } from 'vitest'
import type { Today } from '#lib/contract/agent.ts'
import { createDayWatch } from '#service/programs/miner/window/day-watch.ts'

const today: Today = {
  day: '2026-03-10',
  endsAt: 1_773_187_200,
  serverTime: 1_773_187_200 - 600,
  hashrate: 5,
  coins: [{ currencyCode: 'ALEO', soFar: '0.5', wholeDay: '1' }],
}

/** A watch with a clock of its own, and a service whose answers the test gives. */
function createWatch() {
  const asked: { answer: (today: Today) => Promise<void>; fail: () => Promise<void> }[] = []
  const clock = { seconds: 0 }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const ask = () =>
    new Promise<Today>((resolve, reject) => {
      asked.push({
        answer(given) {
          resolve(given)
          return settled()
        },
        fail() {
          reject(new Error('down'))
          return settled()
        },
      })
    })
  const watch = createDayWatch(ask, () => clock.seconds * 1000)
  /** How often the service has been asked after a look at a time. */
  const lookAt = (seconds: number, verifiedRate = 5) => {
    clock.seconds = seconds
    watch.look(verifiedRate)
    return asked.length
  }
  return { asked, watch, lookAt }
}

test('the service is asked by the first look, and once while it has not answered', () => {
  const { lookAt, watch } = createWatch()
  expect(watch.state()).toEqual({ answer: undefined, isFailed: false })
  expect([lookAt(0), lookAt(1), lookAt(500)]).toEqual([1, 1, 1])
})

test.each([
  ['an answer holds for two minutes', { hashrate: 5 }, 5, 120],
  ['no rate holds as long while the last report had none either', { hashrate: 0 }, 0, 120],
  ['no rate is asked about soon when the last report had one', { hashrate: 0 }, 5, 10],
  ['a rate is asked about soon when the last report had none', { hashrate: 5 }, 0, 10],
  ['a day that is over is asked about again', { serverTime: today.endsAt - 20 }, 5, 30],
])('%s', async (_, part, verifiedRate, seconds) => {
  const { asked, lookAt } = createWatch()
  lookAt(0)
  await asked[0]?.answer({ ...today, ...part })
  expect([lookAt(seconds - 0.001, verifiedRate), lookAt(seconds, verifiedRate)]).toEqual([1, 2])
})

test('after a failure it is asked again in 30 s, and what it said before is shown until its day is over', async () => {
  const { asked, lookAt, watch } = createWatch()
  lookAt(0)
  await asked[0]?.answer(today)
  expect(watch.state()).toEqual({ answer: today, isFailed: false })
  lookAt(120)
  await asked[1]?.fail()
  expect(watch.state()).toEqual({ answer: today, isFailed: true })
  expect([lookAt(149.999), lookAt(150)]).toEqual([2, 3])
  await asked[2]?.fail()
  lookAt(599.999)
  expect(watch.state().answer).toEqual(today)
  lookAt(600)
  expect(watch.state()).toEqual({ answer: undefined, isFailed: true })
})

test('an answer for a device that was unbound meanwhile is not shown for the next', async () => {
  const { asked, lookAt, watch } = createWatch()
  lookAt(0)
  watch.forget()
  expect(lookAt(1)).toBe(2)
  await asked[0]?.answer(today)
  expect(watch.state().answer).toBeUndefined()
  await asked[1]?.answer({ ...today, hashrate: 7 })
  expect(watch.state().answer?.hashrate).toBe(7)
})
