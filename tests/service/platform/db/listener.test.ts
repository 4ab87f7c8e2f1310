import { expect, test } from 'vitest'
import { listenTo } from '#service/platform/db/listener.ts'
import { createLog } from '#service/platform/log.ts'
import { lendDatabase } from '#world/database-pool.ts'

test('a listener that is ended while it connects logs nothing', async () => {
  const database = await lendDatabase()
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const listen = () =>
    listenTo({ url: database.url, channel: 'news', log, onMessage: () => undefined, onListening: () => undefined })
  for (let pause = 0; pause < 20; pause += 1) {
    const end = listen()
    for (let turns = 0; turns < pause; turns += 1) await new Promise(setImmediate)
    await end()
  }
  await database.drop()
  expect(lines).toEqual([])
})
