import { expectRoom, setWidth } from '../../lenses/lenses.ts'
import { waitForScreen } from '../../visit.ts'
import { signUp, test } from '../../world.ts'

for (const locale of ['en', 'zh'])
  test(`has no sideways scroll at any width in ${locale}`, async ({ page, service, email }) => {
    await signUp(page, service, email, { locale })
    for (const path of [
      '/user/overview-main/overview',
      '/user/overview-main/machine',
      '/user/overview-main/download-pc',
      '/user/account',
      '/user/earnings/pc-earnings',
      '/user/earnings/withdrawals',
      '/user/wallets',
    ]) {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(path)
      await waitForScreen(page)
      for (const width of [360, 390, 768, 1024, 1440]) {
        await setWidth(page, width)
        await expectRoom(page, `${path} at ${width} px`)
      }
    }
  })
