import type { Context } from '#service/platform/context.ts'
import { addVotes } from '#service/site/votes/queries.ts'

/** Answers of the demo's readers: path, language, yes, no. */
const answers = [
  ['/docs/getting-started/', 'en', 214, 19],
  ['/docs/getting-started/', 'zh', 187, 22],
  ['/docs/withdrawals/', 'en', 96, 31],
  ['/docs/wallets/', 'zh', 58, 9],
  ['/docs/troubleshooting/', 'en', 41, 47],
  ['/docs/miner-protocol/', 'en', 12, 3],
  ['/guide/first-evening/', 'en', 73, 4],
  ['/faq/withdrawals/', 'zh', 35, 28],
  ['/faq/cloud/', 'en', 2, 3],
] as const

export async function addPageVotes(ctx: Context): Promise<void> {
  for (const [path, lang, yes, no] of answers) await addVotes(ctx.db, { path, lang, yes, no })
}
