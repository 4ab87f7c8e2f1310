import { type Change, type CommandContext, defineCommand } from '#service/platform/operator/act.ts'
import { required, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { endAllSessions } from '../sign-in/factor-tickets.ts'
import { noteEvent } from '../users/events.ts'
import { accountOf } from '../users/operator-accounts.ts'
import { lockUser } from '../users/queries.ts'

/** For an account that somebody else may be signed in to: its owner signs in again, and sees it in the history. */
export const endUserSessions = defineCommand({
  name: 'account end-sessions ACCOUNT',
  summary: 'End every session of an account, on all its browsers',
  button: 'End every session',
  role: 'support',
  fields: { word: required(word('Account'), 'Which account? Give its e-mail or its id.') },
  run: (context, { word: typed }) => endSessionsOf(context, typed),
})

async function endSessionsOf({ db, now }: CommandContext, typed: string): Promise<Change> {
  const { id, username } = await accountOf(db, typed)
  return {
    kind: 'change',
    question: phrase`End every session of ${username}? It signs in again; its devices continue mining.`,
    audit: `${username}: every session ended`,
    async apply(transaction) {
      await lockUser(transaction, id)
      await endAllSessions(transaction, now(), id)
      await noteEvent(transaction, { userId: id, kind: 'session-ended', now: now() })
      return { data: { id }, text: phrase`Every session of ${username} has ended.` }
    },
  }
}
