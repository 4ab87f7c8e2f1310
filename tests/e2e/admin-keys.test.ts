import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addReport } from '#lib/contract/feedback.ts'
import { pageAddresses } from '#service/programs/admin/pages.ts'
import { codeAt } from '../_world/factor.ts'
import { registerUser } from '../_world/visitor.ts'
import { findProblems } from './lenses/axe.ts'
import { inTurn } from './parts.ts'
import { expect, type Service, test } from './world.ts'

async function signIn(page: Page, service: Service, name: string): Promise<void> {
  const { out } = await service.operate(`operators add ${name} --yes --json`)
  const { key, secret } = JSON.parse(out) as { key: string; secret: string }
  await page.goto('/operate')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Key').fill(key)
  await page.getByLabel('Code of the authenticator app').fill(codeAt(secret, service.now()))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}

const addReports = async (service: Service, email: string, contents: readonly string[]) => {
  const user = await registerUser(service.door, { email })
  const ids: string[] = []
  for (const content of contents)
    ids.push((await user.call(addReport, { category: 'site', content, requestId: randomUUID() }))._id)
  return ids
}

test('keys move through a list, open a row, begin its act and search, and never while something is typed', async ({
  page,
  service,
  email,
}) => {
  const ids = await addReports(service, email, ['One', 'Two'])
  await signIn(page, service, 'grace')
  await page.goto('/operate/reports')
  const focused = page.locator(':focus')
  await page.keyboard.press('j')
  const first = await focused.textContent()
  expect(ids).toContain(first)
  await page.keyboard.press('j')
  const second = await focused.textContent()
  expect(ids.toSorted()).toEqual([first, second].toSorted())
  await page.keyboard.press('j')
  await expect(focused).toHaveText(second ?? '')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Report ${first}`, level: 1 })).toBeVisible()
  // Keys work once the script of the page has run, which is after its text.
  await page.waitForLoadState()

  await page.keyboard.press('a')
  await expect(page.getByLabel('Answer, in Markdown')).toBeFocused()
  await page.keyboard.type('jar /?')
  await expect(page.getByLabel('Answer, in Markdown')).toHaveValue('jar /?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  expect(await findProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type(`${second}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Report ${second}`, level: 1 })).toBeVisible()
})

/**
 * Each language with both colours and both widths, and each of these with both of the others. A page is loaded in one of the
 * languages; `npm run test:long -- looks` takes both.
 */
const looks = {
  English: { lang: 'en', sizes: { 390: 'light', 1440: 'dark' } },
  中文: { lang: 'zh-CN', sizes: { 390: 'dark', 1440: 'light' } },
} as const

for (const [language, { lang, sizes }] of Object.entries(looks)) {
  const addresses = inTurn(pageAddresses(), lang === 'en' ? 0 : 1)
  test(`every page looks right by day and by night, on a phone and wide, in ${language}`, async ({
    page,
    service,
    email,
  }) => {
    test.setTimeout(300_000)
    await addReports(service, email, ['One'])
    await signIn(page, service, lang === 'en' ? 'joan' : 'mei')
    await page.goto('/operate')
    await page.getByRole('button', { name: language }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    for (const address of addresses) {
      await page.goto(`/operate${address}`)
      for (const [width, colorScheme] of Object.entries(sizes)) {
        await page.setViewportSize({ width: Number(width), height: 844 })
        await page.emulateMedia({ colorScheme })
        expect(await findProblems(page), `${address} ${language} ${width} ${colorScheme}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address).toBe(true)
      }
    }
  })
}
