// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Apply } from '#app/ambassadors/apply.tsx'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import { brand } from '#lib/brand.ts'
import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import en from '#locales/en/app.json'
import { render } from '../../ui/render.ts'

vi.mock('#app/ambassadors/store.ts', () => ({ apply: () => undefined }))
vi.mock('#app/ambassadors/texts.ts', () => ({ m: (key: string) => key }))

test.each([
  [10, false],
  [11, true],
])(
  'with %i valid friends the form of the site shows: %s, and the one on the chat is linked',
  async (friends, canApply) => {
    const info = { level: 0, application: null, canApply, validFriends: friends } as unknown as AmbassadorInfo
    const { host } = await render(
      <LanguageContext value={createLanguage('en', en)}>
        <Apply info={info} />
      </LanguageContext>,
    )
    expect(host.querySelector('form') !== null).toBe(canApply)
    expect(host.querySelector('a')?.getAttribute('href')).toBe(brand.application)
  },
)
