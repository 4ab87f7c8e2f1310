/** Stores the code of an invitation link for the registration, and shows the inviter's masked name. */
import { showInviter } from '#lib/api/inviter.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { remember, remembered } from '#lib/session/storage.ts'

const KEY = 'inviteCode'

const linkCode = inviteCodeOf(location.search)
if (linkCode) remember(KEY, linkCode)
// The page in another language has no query: the code is remembered.
const code = linkCode ?? inviteCodeOf(`?inviteCode=${remembered(KEY) ?? ''}`)
if (code) void showInviter(code)
