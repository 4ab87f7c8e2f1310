import { maskName } from '#lib/text/mask-email.ts'
import { userById, userByInviteCode } from '#service/identity/users/queries.ts'
import { pageAddress } from '#service/messaging/mail/page-address.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import en from '../../../public/locales/en/invitations.json' with { type: 'json' }
import zh from '../../../public/locales/zh/invitations.json' with { type: 'json' }

const catalogues = { en, zh }

/** Invitation of a user to share: code, link, and texts of the picture. */
export async function shareOf(ctx: Context, userId: string, lang: Lang) {
  const { invite_code: inviteCode } = await userById(ctx.db, userId)
  const { title, text } = catalogues[lang].share
  const link = `${pageAddress(ctx, lang, '/invitation-kol')}?inviteCode=${inviteCode}`
  return { inviteCode, link, title, text }
}

/** Masked name of the inviter with a code; null for an unknown code. */
export async function inviterName(db: Database, inviteCode: string): Promise<{ name: string | null }> {
  const row = await userByInviteCode(db, inviteCode.toUpperCase())
  return { name: row ? maskName(row.name) : null }
}
