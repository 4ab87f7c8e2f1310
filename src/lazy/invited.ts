/** Stores the code of an invitation link for the registration, and shows the inviter's masked name. */
import { showInviter } from '#lib/api/inviter.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { remember, remembered } from '#lib/session/storage.ts'

const KEY = 'inviteCode'

const given = inviteCodeOf(location.search)
if (given) remember(KEY, given)
// The page in another language has no query: the code is remembered.
const code = given ?? inviteCodeOf(`?inviteCode=${remembered(KEY) ?? ''}`)
if (code) void showInviter(code)
