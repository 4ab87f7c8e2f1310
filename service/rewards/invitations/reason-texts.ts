import { MAX_PAID_A_DAY } from '#lib/rules/invitations.ts'
import { type Phrase, phrase } from '#service/platform/operator/phrase.ts'
import type { Reason } from './tables.ts'

const sentences: Readonly<Record<Reason['sign'], (evidence: string) => Phrase>> = {
  machine: (owners) => phrase`The same machine is also in the account of ${owners}.`,
  'machine-unknown': (devices) => phrase`${devices} doesn't report which machine it is; its miner may be out of date.`,
  network: (networks) => phrase`Inviter and invitee were on the same network: ${networks}.`,
  many: (count) => phrase`The inviter's number ${count} in one day; up to ${MAX_PAID_A_DAY} are paid without a look.`,
  burst: (count) => phrase`${count} sign-ups by the inviter's link from identical browsers within an hour.`,
}

/** Why an invitation is held, as text for operators. */
export const explain = ({ sign, evidence }: Reason): Phrase => sentences[sign](evidence)
