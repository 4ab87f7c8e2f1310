import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailVerifyCode, userInfo } from '#lib/contract/accounts.ts'
import type { QueuedLetter } from '#service/messaging/mail/letters.ts'
import { mailQueues } from '#service/messaging/mail/queue.ts'
import { until } from '#world/until.ts'
import { createWorld, type World } from '#world/world.ts'

interface Arrived {
  from: string
  to: string[]
  head: string
  text: string
  /** Whether the sender asked for SMTPUTF8. */
  isUtf8: boolean
}

/** A real mail server that keeps what it gets; while `refusing` it says "try later". */
const state = { refusing: false, refused: 0 }
const arrived: Arrived[] = []
let smtp: SMTPServer
let world: World

function readLetter(raw: string): { head: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const isBase64 = /content-transfer-encoding: base64/i.test(head)
  const unquoted = body.replace(/=\r\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (bytes) => {
    return Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8')
  })
  return { head, text: isBase64 ? Buffer.from(body, 'base64').toString('utf8') : unquoted }
}

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_, __, done) {
      if (!state.refusing) return done()
      state.refused += 1
      done(Object.assign(new Error('try later'), { responseCode: 451 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const isUtf8 = Boolean(mailFrom && (mailFrom.args as Record<string, unknown>)?.SMTPUTF8)
        const to = rcptTo.map(({ address }) => address)
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          isUtf8,
          ...readLetter(Buffer.concat(chunks).toString()),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Idleforge <codes@idleforge.example>' }
  world = await createWorld({ ownMail: true, settings })
})
afterAll(async () => {
  await world.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const letterTo = (address: string) => until(() => arrived.find(({ to }) => to.includes(address)))
const ask = (username: string, lang: 'en' | 'zh' = 'en') =>
  world.visitor({ lang }).call(emailVerifyCode, { username, scene: 'register' })

test('goes out by SMTP, from our address to one reader, as plain text', async () => {
  await ask('ada@example.test')
  const letter = await letterTo('ada@example.test')
  expect(letter).toMatchObject({ from: 'codes@idleforge.example', to: ['ada@example.test'] })
  expect(letter.head).toMatch(/^From: Idleforge <codes@idleforge\.example>$/m)
  expect(letter.head).toMatch(/^Subject: \d{6} is your Idleforge code$/m)
  expect(letter.head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(letter.text).toMatch(/^Your code to create an account is \d{6}\./)
})

test('goes out in Chinese, whole', async () => {
  await ask('zh@example.test', 'zh')
  const { text } = await letterTo('zh@example.test')
  expect(text).toMatch(/\d{6}/)
  expect(text).toMatch(/[\u4e00-\u9fff]{4}/)
  expect(text).not.toContain('\ufffd')
})

test.each(['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', '<a@b.test>', 'a b@c.test', '"a"@b.test\u0000', 'a@b'])(
  'never goes to %j',
  async (username) => {
    const before = await world.queuedLetters()
    const q = await world.sealed({ username, scene: 'register' })
    const { body } = await world.post('/api/user/emailVerifyCode', { q })
    expect(body).toMatchObject({ code: 4002, data: { field: 'username' } })
    expect(await world.queuedLetters()).toBe(before)
  },
)

test('goes to an internationalised domain in ASCII, and asks for SMTPUTF8 only where the local part needs it', async () => {
  await ask("o'brien&sons/all@münchen.example")
  // The server of the test reads domains back.
  const plain = await letterTo("o'brien&sons/all@münchen.example")
  expect(plain.isUtf8).toBe(false)
  expect(plain.head).toContain("To: o'brien&sons/all@xn--mnchen-3ya.example")
  await ask('用户@例子.广告')
  const wide = await letterTo('用户@例子.广告')
  expect(wide.isUtf8).toBe(true)
})

test('B9 waits for a mail server that is down: calls continue, and the letter arrives once', async () => {
  state.refusing = true
  await ask('patient@example.test')
  await expect.poll(() => state.refused).toBeGreaterThan(0)
  await expect(world.visitor({ token: 'x' }).call(userInfo, {})).rejects.toMatchObject({ name: 'LoginExpired' })
  state.refusing = false
  const waiting = `update pgboss.job set start_after = now() where name = 'mail' and state = 'retry' returning id`
  await expect.poll(() => world.query(waiting)).toHaveLength(1)
  await letterTo('patient@example.test')
  expect(arrived.filter(({ to }) => to.includes('patient@example.test'))).toHaveLength(1)
  expect(
    world.logLines.some(
      (line) => line.includes('"msg":"a job failed and will be retried"') && line.includes('"queue":"mail"'),
    ),
  ).toBe(true)
})

test('an operator learns of letters that wait, and a code is not sent after its end', async () => {
  let tries = 0
  const send = async () => {
    tries += 1
    throw new Error('451 try later')
  }
  const { ctx } = world.running
  const [queue] = mailQueues({ ...ctx, mail: { ...ctx.mail, send } })
  await ask('waits@example.test')
  const find = `select data from pgboss.job where name = 'mail' order by created_on desc limit 1`
  const letter = (await world.query<{ data: QueuedLetter }>(find))[0]?.data as QueuedLetter
  const alarms = () => world.logLines.filter((line) => line.includes('"alarm":"mail"'))
  world.clock.advance(9 * 60)
  await expect(queue?.run(letter)).rejects.toThrow('try later')
  expect([tries, alarms()]).toEqual([1, []])
  world.clock.advance(60)
  // Its code has ended.
  await queue?.run(letter)
  expect(tries).toBe(1)
  const { until: _, ...lasting } = letter
  await expect(queue?.run(lasting)).rejects.toThrow('try later')
  expect(alarms()).toMatchObject([expect.stringContaining('"minutes":"10"')])
})

test('T37 a letter that cannot be sent leaves no code in the queue or the log', async () => {
  state.refusing = true
  const before = state.refused
  await ask('silent@example.test')
  await expect.poll(() => state.refused).toBeGreaterThan(before)
  const done = `select data, output from pgboss.job where name = 'mail' and state = 'retry'`
  const row = await until(async () => (await world.query(done))[0])
  expect(JSON.stringify(row)).not.toMatch(/silent@|is your|code to create/)
  expect(world.logLines.join('\n')).not.toMatch(/is your Idleforge code|code to create/)
  state.refusing = false
})
