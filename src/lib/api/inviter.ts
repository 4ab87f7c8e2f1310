import { inviterRead } from '../contract/invitations.ts'
import { interpolate } from '../i18n/t.ts'
import { readPublic } from './public-read.ts'

/**
 * Shows the masked name of the inviter in the page's `data-invited` and adds the code to its link. Leaves the page
 * unchanged when the service does not respond.
 */
export async function showInviter(code: string): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-invited]')
  const { name } = await readPublic(inviterRead, { code }).catch(() => ({ name: null }))
  const text = place?.querySelector('[data-text]')
  if (!place || !text || name === null) return
  text.textContent = interpolate(place.dataset.invited ?? '', { name })
  const link = place.querySelector('a')
  if (link) link.search = `?inviteCode=${code}`
  place.hidden = false
}
