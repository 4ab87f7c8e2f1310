import { bindDevices } from './bound.ts'
import { expect, register, test } from './world.ts'

test('H6c an unbinding without an answer claims nothing, and the list tells what became of it', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await register(page, service, email)
  await bindDevices(page, service, ['Studio tower', 'Old laptop'])
  await page.goto('/user/overview-main/machine')
  await page.route('**/api/machine/unbind', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /Studio tower/ }).click()
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByRole('alert')).toHaveText(/No answer came/)
  await expect(page.getByRole('button', { name: /Studio tower/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Old laptop/ })).toBeVisible()
})

test('goes to the last page when the one that is shown has emptied', async ({ page, service, email }) => {
  await register(page, service, email)
  await bindDevices(page, service, ['Attic', 'Basement', 'Cellar', 'Den'])
  await page.goto('/user/overview-main/machine')
  await page.getByRole('button', { name: 'Next page' }).click()
  const last = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
  await expect(last).toHaveCount(1)
  await last.click()
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(last).toHaveCount(3)
})
