import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTelegram } from '#service/messaging/notify/telegram.ts'

/** A server that speaks the Bot API: it answers with what the text of a message says. */
const sent: string[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { text } = JSON.parse(body) as { text: string }
  sent.push(text)
  const [status = '200', answer = '{"ok":true,"result":{}}'] = text.split('|')
  if (status === 'cut') return void request.socket.destroy()
  response.writeHead(Number(status), { 'content-type': 'application/json' }).end(answer)
})
let api = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const send = (text: string) => createTelegram('token', api).send('1', text)
const refusal = (status: number, description: string, parameters = {}) =>
  `${status}|${JSON.stringify({ ok: false, error_code: status, description, parameters })}`

test.each([
  ['200', 'sent'],
  [
    refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1001 }),
    { movedTo: '-1001' },
  ],
  [refusal(403, 'Forbidden: bot was blocked by the user'), { ended: 'TELEGRAM_BLOCKED' }],
  [refusal(403, 'Forbidden: bot was kicked from the group chat'), { ended: 'TELEGRAM_BLOCKED' }],
  [refusal(400, 'Bad Request: chat not found'), { ended: 'TELEGRAM_GONE' }],
  [refusal(400, 'Bad Request: PEER_ID_INVALID'), { ended: 'TELEGRAM_GONE' }],
  [refusal(400, 'Bad Request: TOPIC_CLOSED'), { failed: 'Bad Request: TOPIC_CLOSED' }],
  [refusal(400, 'Bad Request: message is too long'), { failed: 'Bad Request: message is too long' }],
  [refusal(401, 'Unauthorized'), { failed: 'TELEGRAM_REFUSED' }],
  [refusal(429, 'Too Many Requests: retry after 5', { retry_after: 5 }), { failed: 'TELEGRAM_REFUSED' }],
  ['502|<html>', { failed: 'TELEGRAM_REFUSED' }],
  ['cut', { failed: 'TELEGRAM_SILENT' }],
])('the answer %s', async (text, expected) => expect(await send(text)).toEqual(expected))

test('a message has at most 4096 UTF-16 units, and no half of a character', async () => {
  await send(`200||${'😀'.repeat(3000)}`)
  const text = sent.at(-1) ?? ''
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.length).toBeGreaterThan(4090)
  expect(text.isWellFormed()).toBe(true)
})
