import { constants, getPriority } from 'node:os'
import type { Page } from '@playwright/test'
import { startMiner } from './miner.ts'
import { readersInTurn } from './readers.ts'
import { expect, moving, register, type Service, signUp, test } from './world.ts'

test.use(moving)

const words = {
  en: { add: 'Add device', generate: 'Generate code', online: 'Online', devices: 'Devices' },
  zh: { add: '添加设备', generate: '生成绑定码', online: '在线', devices: '设备' },
}

async function bindFromGuide(page: Page, service: Service, locale: 'en' | 'zh') {
  await page.getByRole('button', { name: words[locale].generate }).click()
  const code = await page.locator('[data-code]').getAttribute('data-code')
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  return startMiner(service.origin, ['--code', code ?? '', '--name', 'Studio tower'])
}

/** The row of a device in the list, with a verified hash rate. */
const verifiedRow = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: 'Studio tower' })
    .filter({ hasText: /[1-9][\d.]*\s*[kMG]H\/s|[1-9][\d.]*[kMG]H\/s/ })

async function journey(page: Page, service: Service, email: string, locale: 'en' | 'zh') {
  await register(page, service, email, locale)
  const miner = await bindFromGuide(page, service, locale)
  try {
    await miner.until(({ event }) => event === 'bound')
    expect(miner.stateMode()).toBe(0o600)
    expect(getPriority(miner.child.pid)).toBe(constants.priority.PRIORITY_LOW)
    await expect(page.getByText('Studio tower').first()).toBeVisible()
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) > 0)
    await expect(verifiedRow(page)).toBeVisible({ timeout: 40_000 })
    await expect(verifiedRow(page).getByText(words[locale].online).locator('visible=true')).toBeVisible()
  } finally {
    await miner.stop()
  }
}

for (const { locale, browserLocale, screen } of readersInTurn(0))
  test.describe(`in ${locale}`, () => {
    test.use({ ...screen, locale: browserLocale })
    test('leads from the registration to a mining device', async ({ page, service, email }) => {
      await journey(page, service, email, locale)
    })
  })

test('survives when the service is killed in the middle', async ({ page, service, email, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|ERR_CONNECTION/)
  await signUp(page, service, email)
  const miner = await bindFromGuide(page, service, 'en')
  try {
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) > 0)
    await service.crash()
    const before = Number(miner.events.findLast(({ event }) => event === 'status')?.accepted)
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) > before)
    await page.reload()
    await expect(page.getByText('Studio tower').first()).toBeVisible()
    await page.goto('/user/overview-main/machine')
    await page.getByRole('button', { name: /Studio tower/ }).click()
    await miner.stop()
    const ended = miner.events.find(({ event }) => event === 'ended')
    // The service has counted the shares that it confirmed to the miner: none lost, none twice.
    await page.reload()
    await page.getByRole('button', { name: /Studio tower/ }).click()
    await expect(page.getByText(`${ended?.accepted} accepted, 0 rejected`)).toBeVisible()
  } finally {
    await miner.stop()
  }
})

test('binds a second device from the dialog, without a reload', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/overview-main/machine' })
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add device' })
  const code = await dialog.locator('[data-code]').getAttribute('data-code')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Device binding failed')
  const miner = startMiner(service.origin, ['--code', code ?? '', '--name', 'Old laptop'])
  try {
    await expect(dialog.getByRole('status')).toContainText('Old laptop is bound')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: /Old laptop/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add device' })).toBeFocused()
  } finally {
    await miner.stop()
  }
})

test('renames a device, shows its log, and unbinds it after a confirmation', async ({ page, service, email }) => {
  await signUp(page, service, email)
  const miner = await bindFromGuide(page, service, 'en')
  try {
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) > 0)
    await page.goto('/user/overview-main/machine')
    await page.getByRole('button', { name: /Studio tower/ }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Basement')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: /Basement/ })).toBeVisible()
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Log of Basement' })).toContainText('Renamed to Basement')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Unbind' }).click()
    await page.getByRole('dialog', { name: 'Unbind Basement?' }).getByRole('button', { name: 'Unbind' }).click()
    await expect(page.getByText('No devices yet')).toBeVisible()
    expect(await miner.ended).toBe(4)
  } finally {
    await miner.stop()
  }
})

test('the miner pauses and resumes, and ends cleanly with its last shares', async ({ page, service, email }) => {
  await signUp(page, service, email)
  const miner = await bindFromGuide(page, service, 'en')
  try {
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) > 0)
    miner.child.kill('SIGTSTP')
    await miner.until(({ event }) => event === 'paused')
    miner.child.kill('SIGCONT')
    await miner.until(({ event }) => event === 'resumed')
    expect(await miner.stop()).toBe(0)
    expect(miner.events.at(-1)).toMatchObject({ event: 'ended', refused: 0 })
  } finally {
    await miner.stop()
  }
})
