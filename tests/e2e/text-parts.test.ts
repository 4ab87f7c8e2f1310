import type { Page } from '@playwright/test'
import { expectAccessible, LOOKS, setWidth } from './lenses/lenses.ts'
import { userAgents } from './user-agents.ts'
import { expect, test } from './world.ts'

const START = '/docs/getting-started/'
const words = {
  en: { path: START, group: 'Operating system', linux: 'Install the package with', mac: 'Apple or Intel' },
  zh: { path: `/zh${START}`, group: '操作系统', linux: '安装包用以下命令安装', mac: 'Apple 或 Intel' },
}

const tab = (page: Page, name: string) => page.getByRole('radio', { name })

/** The page's script has run. */
const open = async (page: Page, path: string) => {
  const script = page.waitForResponse('**/lazy/read.js')
  await page.goto(path)
  await (await script).finished()
}

test.describe('on macOS', () => {
  test.use({ userAgent: userAgents.mac })

  test('opens the tab of the visitor, then the one that the visitor chose, on every page', async ({ page }) => {
    await open(page, START)
    await expect(tab(page, 'macOS')).toBeChecked()
    await expect(page.getByText(words.en.mac)).toBeVisible()
    await expect(page.getByText(words.en.linux)).toBeHidden()
    await tab(page, 'macOS').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Linux')).toBeChecked()
    await expect(page.getByText(words.en.linux)).toBeVisible()
    await expect(page.getByText(words.en.mac)).toBeHidden()
    await open(page, words.zh.path)
    await expect(page.getByRole('group', { name: words.zh.group })).toBeVisible()
    await expect(tab(page, 'Linux')).toBeChecked()
    await expect(page.getByText(words.zh.linux)).toBeVisible()
  })

  test('opens the tab that an address names', async ({ page }) => {
    await open(page, `${START}#windows`)
    await expect(tab(page, 'Windows')).toBeChecked()
    await page.evaluate(() => {
      location.hash = 'linux'
    })
    await expect(tab(page, 'Linux')).toBeChecked()
  })
})

test('moves nothing below the tabs when another one is chosen', async ({ page }) => {
  await open(page, START)
  const next = page.getByRole('heading', { name: 'Bind the PC' })
  const place = () => next.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const before = await place()
  for (const name of ['Windows', 'macOS', 'Linux']) {
    await page.getByText(name, { exact: true }).click()
    await expect(tab(page, name)).toBeChecked()
    expect(await place()).toBe(before)
  }
})

for (const { path, linux, mac } of Object.values(words))
  test.describe(`${path} without a script`, () => {
    test.use({ javaScriptEnabled: false })

    test('has tabs and both variants of a picture, and no button to copy', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(path)
      await page.getByText('Linux', { exact: true }).click()
      await expect(page.getByText(linux)).toBeVisible()
      await expect(page.getByText(mac)).toBeHidden()
      await expect(page.locator('.copy').first()).toBeHidden()
      await expect(page.locator('.by-night img').first()).toBeVisible()
      await expect(page.locator('.by-day img').first()).toBeHidden()
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(page.locator('.by-day img').first()).toBeVisible()
      await expect(page.locator('.by-night img').first()).toBeHidden()
    })

    test('shows every panel under its heading on paper', async ({ page }) => {
      await page.goto(path)
      await page.emulateMedia({ media: 'print' })
      for (const text of [linux, mac]) await expect(page.getByText(text)).toBeVisible()
    })
  })

test('copies a block of code by keyboard, and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/docs/developers/')
  const block = page.locator('.copyable').first()
  const button = block.getByRole('button', { name: 'Copy' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(block.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    (await block.locator('code').textContent())?.trimEnd(),
  )
  await expect(button).toBeFocused()
  await expect(block.getByRole('status')).toHaveText('')
})

test('loads the variant of a picture that the theme of the page shows, in the size of the screen', async ({ page }) => {
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
  })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, START)
  const [day, night] = [page.locator('.by-day img').first(), page.locator('.by-night img').first()]
  const isLoaded = () => day.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await day.scrollIntoViewIfNeeded()
  await expect.poll(isLoaded).toBe(true)
  const shown = () => pictures.filter((path) => path.includes('miner-window'))
  expect(shown()).toEqual([expect.stringMatching(/miner-window\.(?!dark).*\.webp$/)])
  // The theme is the page's own: the system stays with the day.
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'night'
  })
  await expect(night).toBeVisible()
  await expect(day).toBeHidden()
  await expect.poll(shown).toEqual([expect.anything(), expect.stringMatching(/miner-window\.dark\..*\.webp$/)])
  await expect.poll(() => night.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('.webp')
  await expect(page.getByRole('figure', { name: 'The miner’s window' })).toBeVisible()
})

for (const { path } of Object.values(words))
  test(`${path} is accessible with notes, tabs and pictures`, async ({ page }) => {
    await open(page, path)
    for (const look of LOOKS) {
      await setWidth(page, look.width)
      await expectAccessible(page, path, look)
    }
  })
