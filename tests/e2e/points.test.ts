import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { bindDevices } from './bind-devices.ts'
import { readersInTurn } from './readers.ts'
import { expect, type Service, signUp, test, waitForApp } from './world.ts'

type Locale = 'en' | 'zh'

const catalogue = (locale: Locale, name = 'points') => {
  const texts = JSON.parse(readFileSync(`public/locales/${locale}/${name}.json`, 'utf8')) as object
  return (key: string, values: Record<string, string> = {}): string => {
    const text = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts)
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}

const own = {
  en: { bind: 'Bind your first device', pin: 'Set a payment password', custom: 'Share the report', name: 'Points' },
  zh: { bind: '绑定首台设备', pin: '设置支付密码', custom: '分享报告', name: '积分' },
} as const

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** A task that fails with its reason, one that is done and paid, and one in review. */
async function walk(page: Page, service: Service, { email, locale }: { email: string; locale: Locale }) {
  const [p, app] = [catalogue(locale), catalogue(locale, 'app')]
  const words = own[locale]
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const press = (title: string, key: string) =>
    row(title)
      .getByRole('button', { name: p(key), exact: true })
      .click()
  const balance = page.getByRole('region', { name: p('balance.title') })

  await page.addInitScript((lang) => localStorage.setItem('localeLang', lang), locale)
  await signUp(page, service, email)
  await bindDevices(page, service, ['Study PC'])
  await page.goto('/user/user-points')
  await waitForApp(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.name)
  await expect(balance).toContainText(p('balance.today', { points: '+0' }))

  await press(words.pin, 'tasks.verify')
  const why = p('failure.no-payment-password')
  await expect(page.getByRole('alert').filter({ hasText: p('tasks.failed', { why }) })).toBeVisible()
  await expect(row(words.pin)).toContainText(why)
  await expect(row(words.pin).getByRole('button')).toHaveAttribute('aria-disabled', 'true')

  await press(words.bind, 'tasks.verify')
  await expect(row(words.bind)).toContainText(p('status.verified'))
  await expect(balance).toContainText(p('balance.today', { points: '+100' }))

  // Both walks may meet one service: each adds a task of its own name.
  const [title, titleZh] = locale === 'en' ? [words.custom, '转发报告'] : ['Post the report', words.custom]
  const texts = `--title "${title}" --title-zh ${titleZh} --text "Post a link to it." --text-zh 发布报告链接。`
  const added = await service.operate(`tasks add ${texts} --points 80 --json --yes`)
  const { id } = JSON.parse(added.out) as { id: string }
  await page.reload()
  await press(words.custom, 'tasks.verify')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: p('proof.send') }).click()
  await expect(dialog).toContainText(p('proof.empty'))
  await dialog.getByLabel(p('proof.label')).fill('https://social.example/posts/1')
  await dialog.getByRole('button', { name: p('proof.send') }).click()
  await expect(row(words.custom)).toContainText(p('status.pending'))

  await service.operate(`tasks review --task ${id} --user ${email} --accept --yes`)
  await page.reload()
  // Finished tasks are last: on the second page, or further down if a phone holds twenty.
  if (!isPhone(page)) await page.getByRole('button', { name: app('pager.next') }).click()
  await expect(row(words.custom)).toContainText(p('status.verified'))
  await expect(balance).toContainText(p('balance.today', { points: '+180' }))

  await page.getByRole('tab', { name: p('tabs.history') }).click()
  const panel = page.getByRole('tabpanel')
  for (const title of [words.bind, words.custom]) await expect(panel).toContainText(p('why.task', { title }))
  await panel.getByLabel(p('history.source')).selectOption('mining')
  await expect(panel).toContainText(app('noMatch.title'))
  // Another one would be on the second page for the next test.
  expect((await service.operate(`tasks close --task ${id} --yes`)).code).toBe(0)
}

for (const { locale, screen } of readersInTurn(1))
  test.describe(`in ${locale}`, () => {
    test.use(screen)
    test('a task is done and paid, another fails with its reason, a third is accepted', async ({
      page,
      service,
      email,
    }) => {
      await walk(page, service, { email, locale })
    })
  })

for (const { locale } of readersInTurn(0))
  test(`a visitor reads today's rate in ${locale}, and a sentence without it when the service is down`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/)
    const t = catalogue(locale, 'grow')
    const address = locale === 'en' ? '/points/' : '/zh/points/'
    await page.route('**/api/point-rate', (route) => route.abort())
    await Promise.all([page.waitForRequest('**/api/point-rate'), page.goto(address)])
    await expect(page.getByText(t('points.rate'))).toBeVisible()
    await page.unroute('**/api/point-rate')
    await page.reload()
    await expect(page.getByText(t('points.rateText', { points: '100' }))).toBeVisible()
  })
