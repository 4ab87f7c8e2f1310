import { pictureOf } from '../_world/pictures.ts'
import { findProblems } from './lenses/axe.ts'
import { expect, signUp, test, waitForApp } from './world.ts'

/** Operators' notices reach their readers in every tab, and users' reports get their replies. */
test.describe.configure({ mode: 'serial' })

const notice = (name: string) =>
  `notices --title "${name}" --title-zh "${name} 公告" --text "It **starts** at [noon](https://example.test/)." --text-zh "**中午**开始。" --yes`

test('a notice is read in one tab, and the badge of the other follows', async ({ page, context, service, email }) => {
  await signUp(page, service, email)
  const ran = await service.operate(notice('Maintenance'))
  expect(ran.code).toBe(0)
  await page.reload()
  await waitForApp(page)
  await expect(page.getByRole('link', { name: '1 unread message' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/messages')
  await other.getByRole('tab', { name: /^Announcement/ }).click()
  await other.getByRole('button', { name: /^Unread: Maintenance/ }).click()
  await expect(other.getByRole('heading', { name: 'Maintenance', level: 2 })).toBeFocused()
  await expect(other.getByRole('article').getByRole('link', { name: 'noon' })).toHaveAttribute('rel', /noopener/)
  expect(await findProblems(other)).toEqual([])
  await expect(page.getByRole('link', { name: '1 unread message' })).toHaveCount(0)
  await other.evaluate(() => localStorage.setItem('localeLang', 'zh'))
  await other.reload()
  await other.getByRole('tab', { name: '公告' }).click()
  await expect(other.getByRole('button', { name: /Maintenance 公告/ })).toBeVisible()
  await other.evaluate(() => localStorage.setItem('localeLang', 'en'))
})

test('a report survives a reload, is sent with a picture and answered', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/messages?fault=2f1d7e0a-54d6-4f0e-9b53-0e2b1cb0f6a3')
  const words = 'The list <script>alert(1)</script> is empty.'
  await page.getByLabel('What happened?').fill(words)
  await page.getByLabel('What is it about?').selectOption('device')
  await page.reload()
  await expect(page.getByLabel('What happened?')).toHaveValue(words)
  await expect(page.getByText('2f1d7e0a-54d6-4f0e-9b53-0e2b1cb0f6a3')).toBeVisible()
  await page
    .getByLabel('Add a picture')
    .setInputFiles({ name: 'list.png', mimeType: 'image/png', buffer: await pictureOf('png') })
  await expect(page.getByRole('button', { name: 'Remove list.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent')).toBeVisible()
  await expect(page.getByRole('article')).toContainText(words)
  await page.getByRole('button', { name: 'Show picture 1' }).click()
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  expect(await findProblems(page)).toEqual([])
  const listed = JSON.parse((await service.operate('reports --json')).out) as { id: string; faultId: string }[]
  expect(listed[0]?.faultId).toBe('2f1d7e0a-54d6-4f0e-9b53-0e2b1cb0f6a3')
  // A reply to a report that is being viewed is read at once.
  await page.goto('about:blank')
  await service.operate(`reports ${listed[0]?.id} --answer "Fixed in **2.8.1**." --yes`)
  await page.goto('/messages')
  await page.getByRole('tab', { name: /^Bug report/ }).click()
  const row = page.getByRole('button', { name: /^New reply/ })
  await expect(row).toContainText('Replied')
  await row.click()
  await expect(page.getByRole('article')).toContainText('Fixed in 2.8.1.')
  await page.getByLabel('Anything to add?').fill('Thank you.')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('article')).toContainText("We're looking into it.")
  // The browser's own Back leads to the list.
  await page.goBack()
  await expect(page.getByRole('button', { name: /Submitted/ })).toBeVisible()
})
