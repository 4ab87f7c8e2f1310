// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createLanguage, LanguageContext } from '#app/i18n.ts'
import { PageNumbers } from '#app/page-numbers.tsx'
import en from '#locales/en/app.json'
import { render } from '../ui/render.ts'

test.each([
  [2, 1, [1]],
  [7, 3, [3]],
  [3, 3, []],
  [1, 0, []],
])('on page %i of %i the reader is sent to %j', async (page, pages, sent) => {
  const onPage = vi.fn()
  await render(
    <LanguageContext value={createLanguage('en', en)}>
      <PageNumbers page={page} pages={pages} onPage={onPage} />
    </LanguageContext>,
  )
  expect(onPage.mock.calls.map(([to]) => to)).toEqual(sent)
})
