/**
 * Stores the code of an invitation link for the registration, and shows the inviter's masked name; on the ambassadors'
 * page also today's shares of the levels.
 */
import { showInviter } from '#lib/api/inviter.ts'
import { readPublic } from '#lib/api/public-read.ts'
import { ambassadorSharesRead } from '#lib/contract/ambassadors.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { remember, remembered } from '#lib/session/storage.ts'

const KEY = 'inviteCode'

const linkCode = inviteCodeOf(location.search)
if (linkCode) remember(KEY, linkCode)
// The page in another language has no query: the code is remembered.
const code = linkCode ?? inviteCodeOf(`?inviteCode=${remembered(KEY) ?? ''}`)
if (code) void showInviter(code)

const places = document.querySelectorAll<HTMLElement>('[data-share]')

async function showShares(): Promise<void> {
  const { shares } = await readPublic(ambassadorSharesRead)
  places.forEach((place, index) => {
    const share = shares.find(({ level }) => level === index + 1)
    if (share) place.textContent = interpolate(place.dataset.share ?? '', share)
  })
}

// Without the service the sentences stay unchanged.
if (places.length > 0) showShares().catch(() => undefined)
