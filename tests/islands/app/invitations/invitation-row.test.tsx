// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import { InvitationRow } from '#app/invitations/row.tsx'
import type { Invitation } from '#lib/contract/invitations.ts'
import en from '#locales/en/app.json'
import { render } from '../../ui/render.ts'

vi.mock('#app/invitations/store.ts', () => ({ $openInvitation: {} }))
vi.mock('#app/invitations/texts.ts', () => ({ m: (key: string) => key }))

test.each([
  ['pending', 'open', 'tone-muted', 'list.pending'],
  ['success', 'confirming', 'tone-success', 'list.success'],
  ['success', 'paid', 'tone-success', 'list.success'],
  ['success', 'review', 'tone-warning', 'brought.states.review'],
  ['success', 'refused', 'tone-muted', 'brought.states.refused'],
  ['success', 'reversed', 'tone-error', 'brought.states.reversed'],
] as const)('a %s invitation whose reward is %s has the status %s %s', async (state, reward, tone, text) => {
  const invitation = {
    id: '1',
    account: 'a****z@idleforge.example',
    registeredAt: 1_795_000_000,
    linkedAt: null,
    state,
    lastRevenueDay: null,
    checklist: { bestDaySeconds: 0, validDay: null, earnedDay: null, missing: null },
    reward: { state: reward, signs: [] },
    points: 0,
    heldPoints: 0,
    reminder: { state: 'needless', nextAt: null },
  } as unknown as Invitation
  const { host } = await render(
    <LanguageContext value={createLanguage('en', en)}>
      <InvitationRow invitation={invitation} />
    </LanguageContext>,
  )
  const badge = host.querySelector('.badge')
  expect(badge?.textContent).toBe(text)
  expect(badge?.classList).toContain(tone)
})
