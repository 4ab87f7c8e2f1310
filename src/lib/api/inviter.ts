import { inviterRead } from '../contract/invitations.ts'
import { interpolate } from '../i18n/t.ts'
import { readPublic } from './public-read.ts'

/**
 * Shows the masked name of whom an invitation code is of, in the page's `data-invited`; its link takes the code along. Without
 * the service the page stands as it is.
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
