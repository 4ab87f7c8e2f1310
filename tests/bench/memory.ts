/**
 * The resident memory of the service, without PostgreSQL, under calls as they come at a steady rate for hours, on tables of
 * 100,000 users and 1,000,000 rows. Run: `node tests/bench/memory.ts [rate=60] [minutes=120]`. A line every five minutes. Growth is what
 * the last sixth of the time has more than the second one: the first is for warming up. With BENCH_GATE=1 it fails on an
 * error, above 250 MB, or on growth of 10 %.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLetters, fire } from './ground/letters.ts'
import { residentMb } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { median } from './median.ts'

const [rate = 60, minutes = 120] = process.argv.slice(2).map(Number)
const MAX_MB = 250
const MAX_GROWTH = 0.1
const LINE_EVERY_SECONDS = 300

await onGround(measure)

async function measure({ address, db, servicePid, output }: Ground): Promise<void> {
  const seal = await createLetters(db)
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const errors: string[] = []
  const resident: number[] = []
  const sent: Promise<unknown>[] = []
  const startedAt = Date.now()
  for (let second = 0; second < minutes * 60; second += 1) {
    const letters = seal({ count: rate, rate, from: Date.now() })
    await sleep(Math.max(0, startedAt + second * 1000 - Date.now()))
    const answers = fire(address, letters, { rate, agent }).then((answered) =>
      errors.push(...answered.flatMap(({ code }) => (code === 0 ? [] : [String(code)]))),
    )
    sent.push(answers)
    resident.push(residentMb(servicePid))
    if (second % LINE_EVERY_SECONDS === 0)
      console.log(`${second / 60} min`.padEnd(10), `${resident.at(-1)?.toFixed(0)} MB`)
  }
  await Promise.all(sent)
  agent.destroy()
  const took = (Date.now() - startedAt) / 60_000
  const sixth = (index: number) =>
    median(resident.slice((resident.length * index) / 6, (resident.length * (index + 1)) / 6))
  const growth = sixth(5) / sixth(1) - 1
  const maxMb = Math.max(...resident)
  const lines = [
    ['calls sent, a second', `${rate * minutes * 60}, ${((rate * minutes) / took).toFixed(1)}`],
    ['errors', errors.length],
    [
      'service resident, MB: second sixth, last, most',
      `${sixth(1).toFixed(0)}, ${sixth(5).toFixed(0)}, ${maxMb.toFixed(0)}`,
    ],
    ['growth, %', (growth * 100).toFixed(1)],
  ]
  for (const [name, value] of lines) console.log(`${String(name).padEnd(50)}${value}`)
  for (const error of new Set(errors)) console.error(error)
  if (output()) console.error(output())
  const held = errors.length === 0 && maxMb <= MAX_MB && growth < MAX_GROWTH
  console.log(held ? 'held' : 'MISSED')
  if (!held && process.env.BENCH_GATE === '1') process.exitCode = 1
}
