import { createTransport } from 'nodemailer'
import type { Clock } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Log } from '#service/platform/log.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 5_000

/** Sends by SMTP over a pool of connections; `send` rejects when the server does not accept the letter. */
export function createSmtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async send({ to, subject, text }) {
      // As an object, so that the address is not parsed. nodemailer requests SMTPUTF8 only where the local part needs it.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}

/** Without SMTP_URL letters stay on this machine: on the mailbox page of the loopback address, and in the log. */
export function createLocalMail(db: Database, clock: Clock, log: Log): Mail {
  return {
    async send({ to, subject, text }) {
      await db
        .insertInto('local_mail')
        .values({ recipient: to, subject, body: text, sent_at: new Date(clock.now()) })
        .execute()
      log.info({ to, subject, text }, 'a letter was stored in the local mailbox')
    },
    close: () => undefined,
  }
}

export async function deleteLocalMailBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('local_mail').where('sent_at', '<', before).execute()
}
