/** Keeps the code of an invitation link for the registration, and greets with the masked name of whom it is of. */
import { readPublic } from '#lib/api/public-read.ts'
import { inviterRead } from '#lib/contract/invitations.ts'
import { fillIn } from '#lib/i18n/t.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { remember, remembered } from '#lib/session/storage.ts'

const KEY = 'inviteCode'

async function greet(place: HTMLElement, code: string): Promise<void> {
  const { name } = await readPublic(inviterRead, { code })
  const [text, link] = [place.querySelector('[data-text]'), place.querySelector('a')]
  if (name === null || !text || !link) return
  text.textContent = fillIn(place.dataset.invited ?? '', { name })
  link.search = `?inviteCode=${code}`
  place.hidden = false
}

const place = document.querySelector<HTMLElement>('[data-invited]')
const given = inviteCodeOf(location.search)
if (given) remember(KEY, given)
// The page in another language has no query: the code is remembered.
const code = given ?? inviteCodeOf(`?inviteCode=${remembered(KEY) ?? ''}`)
// Without the service the page stands as it is, and the code is kept.
if (place && code) greet(place, code).catch(() => undefined)
