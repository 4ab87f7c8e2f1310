import { expect, test } from 'vitest'
import { openMailbox } from '#service/messaging/mail/mailbox.ts'
import { createWorld } from '#world/world.ts'

test('the local mailbox links the addresses of a letter, and nothing else of it is markup', async () => {
  const world = await createWorld()
  const { db } = world.running.ctx
  const body =
    'Open it here: http://127.0.0.1:8080/user/alerts.\n中文：http://127.0.0.1:8080/zh/password/。\n<b>5 & 6</b>'
  await db
    .insertInto('local_mail')
    .values({ recipient: 'marek@example.com', subject: 'Hello', body, sent_at: new Date(0) })
    .execute()
  const mailbox = await openMailbox(db, 0)
  try {
    const page = await (await fetch(mailbox.address)).text()
    expect([...page.matchAll(/<a [^>]*>[^<]*<\/a>/g)].map(([link]) => link)).toEqual([
      '<a href="http://127.0.0.1:8080/user/alerts">http://127.0.0.1:8080/user/alerts</a>',
      '<a href="http://127.0.0.1:8080/zh/password/">http://127.0.0.1:8080/zh/password/</a>',
    ])
    expect(page).toContain('&#60;b&#62;5 &#38; 6&#60;/b&#62;')
  } finally {
    await mailbox.app.close()
    await world.close()
  }
})
