import sharp from 'sharp'
import { createDesktop } from '../../_world/desktop.ts'
import { openedBy, startWindow } from '../miner-windows.ts'
import { expect, test } from '../world.ts'

test.use({ viewport: { width: 600, height: 386 }, deviceScaleFactor: 2 })

const languages = { en: 'English', zh: '中文' } as const
const themes = { '#theme-day': '', '#theme-night': '.dark' } as const

test('draws the window of the docs, in both languages, by day and night', async ({ page, service }) => {
  const desktop = createDesktop()
  const miner = startWindow(desktop, service)
  try {
    await page.goto(await openedBy(desktop, 1))
    await expect(page.getByLabel('Code')).toBeFocused()
    for (const [locale, name] of Object.entries(languages))
      for (const [theme, suffix] of Object.entries(themes)) {
        await page.getByRole('button', { name }).click()
        await page.locator(theme).click()
        // The focus ring would be a part of the picture.
        await page.locator(theme).blur()
        const picture = sharp(await page.screenshot()).png({ palette: true })
        await picture.toFile(`src/content/docs/${locale}/miner-window${suffix}.png`)
      }
  } finally {
    miner.kill()
    desktop.remove()
  }
})
