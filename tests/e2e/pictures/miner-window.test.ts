import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createDesktop } from '../../_world/desktop.ts'
import { newCode, openedBy, startWindow } from '../miner-windows.ts'
import { expect, test } from '../world.ts'

test.use({ viewport: { width: 600, height: 386 }, deviceScaleFactor: 2 })

const languages = { en: 'English', zh: '中文' } as const
const themes = { '#theme-day': '', '#theme-night': '.dark' } as const

/** Writes what the window shows, in both languages, by day and night. */
async function draw(page: Page, name: string, part: Locator | Page): Promise<void> {
  for (const [locale, language] of Object.entries(languages))
    for (const [theme, suffix] of Object.entries(themes)) {
      await page.getByRole('button', { name: language }).click()
      await page.locator(theme).click()
      // The focus ring would be a part of the picture.
      await page.locator(theme).blur()
      const picture = sharp(await part.screenshot()).png({ palette: true })
      await picture.toFile(`src/content/docs/${locale}/${name}${suffix}.png`)
    }
  await page.getByRole('button', { name: languages.en }).click()
}

test('draws the window of the docs, in both languages, by day and night', async ({ page, service, email }) => {
  const desktop = createDesktop()
  const miner = startWindow(desktop, service)
  try {
    await page.goto(await openedBy(desktop, 1))
    await expect(page.getByLabel('Code')).toBeFocused()
    await draw(page, 'miner-window', page)
    await page.getByLabel('Code').fill(await newCode(service, email))
    await page.keyboard.press('Enter')
    await expect(page.locator('#sentence-text')).toHaveText(/^This PC is mining \w+\.$/)
    await expect(page.locator('#accepted')).toHaveText(/[1-9]/)
    await page.setViewportSize({ width: 600, height: 356 })
    await draw(page, 'miner-mining', page)
    // As a miner starts without options: the desktop of the tests has no input, and the miner would wait for it.
    const conditions = page.locator('#conditions')
    for (const label of [
      'Only while this PC is idle',
      'Only on mains power',
      'Pause while a program fills the screen',
    ]) {
      await conditions.getByLabel(label).check()
      await expect(page.getByText('Saved.')).toBeVisible()
      await page.reload()
      await expect(conditions.getByLabel(label)).toBeChecked()
    }
    await draw(page, 'miner-when', page.locator('.when'))
  } finally {
    miner.kill()
    desktop.remove()
  }
})
