// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Levels } from '#app/ambassadors/levels.tsx'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import en from '#locales/en/app.json'
import { render } from '../../ui/render.ts'

vi.mock('#app/ambassadors/store.ts', () => ({ $info: {} }))
vi.mock('#app/ambassadors/texts.ts', () => ({ m: (key: string) => key }))

const base = {
  today: { direct: 0, bothTiers: 0 },
  lastDay: { day: '2026-11-20', direct: 500, bothTiers: 1000 },
  validFriends: 6,
  next: null,
  keep: null,
  below: null,
}
const keep = { devices: 3, needed: 10, until: '2026-12-01', daysLeft: 9, isSafe: false }

/** Lit cells of twenty. */
test.each([
  ['no level', { level: 0 }, [10, 5, 2]],
  ['Lv.1 with 3 of its 10 new devices', { level: 1, keep }, [6, 5, 2]],
  ['Lv.1 with more than it needs', { level: 1, keep: { ...keep, devices: 12, isSafe: true } }, [20, 5, 2]],
  ['Lv.2 with 3 of its 10 new devices', { level: 2, keep }, [20, 6, 2]],
])('with %s each strip shows the figure of its own level', async (_name, of, lit) => {
  const { host } = await render(
    <LanguageContext value={createLanguage('en', en)}>
      <Levels info={{ ...base, ...of } as unknown as AmbassadorInfo} />
    </LanguageContext>,
  )
  const strips = [...host.querySelectorAll('svg[role=img]')]
  const cellsOf = (strip: Element) =>
    [...strip.querySelectorAll('path:not([data-h="0"])')].flatMap((path) => path.getAttribute('d')?.match(/M/g) ?? [])
  expect(strips.map((strip) => cellsOf(strip).length)).toEqual(lit)
})
