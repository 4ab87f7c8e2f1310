// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

/** The module as a reloaded page has it. */
async function load() {
  vi.resetModules()
  return import('#app/feedback/draft.ts')
}

beforeEach(() => localStorage.clear())

test('a draft survives a reload, with the id by which it is sent once', async () => {
  const before = await load()
  before.changeDraft({
    content: 'The chart shows 13 days.',
    category: 'earnings',
    pictures: [{ id: 'a', name: 'a.png' }],
  })
  const { requestId } = before.$draft.get()
  const after = await load()
  expect(after.$draft.get()).toMatchObject({ content: 'The chart shows 13 days.', category: 'earnings', requestId })
  after.dropDraft()
  const next = (await load()).$draft.get()
  expect([next.content, next.pictures, next.requestId === requestId]).toEqual(['', [], false])
})

test('a foreign draft is ignored', async () => {
  for (const stored of ['no JSON', '{"category":"nonsense"}', '{"pictures":5}', 'null']) {
    localStorage.setItem('report-draft:', stored)
    expect((await load()).$draft.get().category).toBe('site')
  }
})
