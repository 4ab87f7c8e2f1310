import type { Letter, Mail } from '#service/messaging/mail/transport.ts'

export interface Received extends Letter {
  /** The six digits in the text, or '' in a letter without a code. */
  code: string
}

export interface MailSink extends Mail {
  readonly all: Received[]
  /** The next unread letter to an address, now or as soon as it arrives. */
  next(address: string): Promise<Received>
}

/** Receives every letter in place of a mail server. */
export function createMailSink(): MailSink {
  const all: Received[] = []
  const waiting: Received[] = []
  const readers: { address: string; give: (letter: Received) => void }[] = []
  return {
    all,
    async send(letter) {
      const received = { ...letter, code: /\b\d{6}\b/.exec(letter.text)?.[0] ?? '' }
      all.push(received)
      const index = readers.findIndex(({ address }) => address === letter.to)
      if (index >= 0) readers.splice(index, 1)[0]?.give(received)
      else waiting.push(received)
    },
    next(address) {
      const index = waiting.findIndex(({ to }) => to === address)
      const [found] = index >= 0 ? waiting.splice(index, 1) : []
      return found ? Promise.resolve(found) : new Promise((give) => readers.push({ address, give }))
    },
    close: () => undefined,
  }
}
