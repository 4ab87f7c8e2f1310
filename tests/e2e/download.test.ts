import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { userAgents } from './user-agents.ts'
import { expect, type Service, test } from './world.ts'

const size = 24_000_000
const content = randomBytes(size)
const sha256 = createHash('sha256').update(content).digest('hex')
const publishedName = 'idleforge-windows-1.4.0.exe'

async function publish(service: Service): Promise<void> {
  const file = path.join(service.dataDir, 'setup.exe')
  writeFileSync(file, content)
  const options = `--platform windows --version 1.4.0 --file "${file}" --notes "Pauses sooner" --notes-zh "更快暂停"`
  expect(await service.operate(`publish-version ${options}`)).toMatchObject({ code: 0 })
}

/** A browser's download has a name without an ending: Node goes by that. */
function renamed(file: string): string {
  renameSync(file, `${file}.mjs`)
  return `${file}.mjs`
}

const windows = (page: Page) => page.locator('[data-package=windows]')

/** Limits the connection to this many bytes a second. */
async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, latency: 0, uploadThroughput: bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', { ...line, downloadThroughput: bytesPerSecond })
  return { end: () => session.send('Network.emulateNetworkConditions', { ...line, downloadThroughput: -1 }) }
}

/** Number of lines that a word of a text takes. */
const linesOf = (place: Locator, word: string): Promise<number> =>
  place.evaluate((element, target) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf(target) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + target.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }
    return 0
  }, word)

test.describe.configure({ mode: 'serial' })
test.use({ own: 'download', userAgent: userAgents.windows })

test('says in a sentence that nothing is published yet, and leads to what works today', async ({ page }) => {
  await page.goto('/download/')
  await expect(windows(page).getByText("The program for Windows isn't published yet.")).toBeVisible()
  await expect(page.getByText('Download for Windows')).toBeHidden()
  await expect(page.getByText('Download the APK')).toBeHidden()
  await expect(page.getByText("app.apk, isn't published")).toBeVisible()
  await expect(page.getByText('Check the SHA-256 yourself')).toBeHidden()
  await windows(page).getByRole('link', { name: 'Use the terminal' }).click()
  await expect(page.getByRole('heading', { name: 'In a terminal' })).toBeInViewport()
  await windows(page).getByText("E-mail me when it's available").click()
  await windows(page).getByLabel('Your e-mail address').fill('no address')
  await windows(page).getByRole('button', { name: 'Notify me' }).click()
  await expect(windows(page).getByText("That isn't a valid e-mail address")).toBeVisible()
  await windows(page).getByLabel('Your e-mail address').fill('early@example.test')
  await page.keyboard.press('Enter')
  await expect(windows(page).getByText("Done. You'll get one e-mail")).toBeVisible()
  const { origin } = new URL(page.url())
  const command = page.getByText(`node idleforge-miner.mjs --service ${origin} --code`)
  await expect(command).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await linesOf(command, '--service'), 'no line ends after a hyphen').toBe(1)
  const saved = page.waitForEvent('download')
  await page.locator('#command-line').getByRole('link', { name: 'Download the miner' }).click()
  const file = await (await saved).path()
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  await expect(page.locator('#command-line').getByText(hash), 'the hash is that of the file').toBeVisible()
  const result = spawnSync(process.execPath, [renamed(file), '--version'], { encoding: 'utf8', env: {} })
  expect([result.stdout, result.stderr]).toEqual([`${MINER_VERSION}\n`, ''])
})

test('downloads the newest package, checks its hash and saves it', async ({ page, service }) => {
  await publish(service)
  await page.goto('/download/')
  await expect(windows(page).getByText(sha256)).toBeVisible()
  await expect(windows(page).getByText('24.0 MB')).toBeVisible()
  await expect(page.getByText(`certutil -hashfile ${publishedName} SHA256`)).toBeVisible()
  await expect(page.locator('[data-signed]:visible'), 'nobody knows whether it is signed').toHaveCount(0)
  await windows(page).getByText("What's new in 1.4.0").click()
  await expect(windows(page).getByText('Pauses sooner')).toBeVisible()
  const saved = page.waitForEvent('download')
  await windows(page).getByText('Download for Windows').click()
  const download = await saved
  expect(download.suggestedFilename()).toBe(publishedName)
  expect(readFileSync(await download.path()).equals(content)).toBe(true)
  await expect(windows(page).getByRole('status')).toHaveText(
    `Done. The SHA-256 matches, and ${publishedName} is saved.`,
  )
})

test('resumes where the connection broke off', async ({ page, service, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.goto('/download/')
  await expect(windows(page).getByText(sha256)).toBeVisible()
  const ranges: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(publishedName)) ranges.push(request.headers().range)
  })
  const slow = await slowDown(page, 2_000_000)
  await windows(page).getByText('Download for Windows').click()
  const progress = windows(page).getByRole('progressbar')
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
  await service.crash()
  await expect(windows(page).getByRole('status')).toContainText('What has arrived is kept.')
  const resume = windows(page).getByRole('button', { name: 'Resume' })
  await expect(resume).toBeFocused()
  await slow.end()
  const saved = page.waitForEvent('download')
  await resume.press('Enter')
  expect(readFileSync(await (await saved).path()).equals(content)).toBe(true)
  expect(ranges[0]).toBeUndefined()
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('can be cancelled, and started again', async ({ page }) => {
  await page.goto('/zh/download/')
  await expect(windows(page).getByText(sha256)).toBeVisible()
  const slow = await slowDown(page, 1_000_000)
  await windows(page).getByText('下载 Windows 客户端').click()
  await windows(page).getByRole('button', { name: '取消' }).click()
  await expect(windows(page).getByRole('status')).toHaveText('')
  await slow.end()
  const saved = page.waitForEvent('download')
  await windows(page).getByText('下载 Windows 客户端').click()
  await saved
})

test('discards a file with another hash, and saves nothing', async ({ page, service }) => {
  const file = path.join(service.dataDir, 'downloads', publishedName)
  writeFileSync(file, randomBytes(size))
  let saved = 0
  page.on('download', () => {
    saved += 1
  })
  await page.goto('/download/')
  await expect(windows(page).getByText(sha256)).toBeVisible()
  await windows(page).getByText('Download for Windows').click()
  await expect(windows(page).getByRole('status')).toContainText('its SHA-256 differs')
  await expect(windows(page).getByRole('button', { name: 'Download again' })).toBeVisible()
  expect(saved).toBe(0)
  writeFileSync(file, content)
  const right = page.waitForEvent('download')
  await windows(page).getByRole('button', { name: 'Download again' }).click()
  expect(readFileSync(await (await right).path()).equals(content)).toBe(true)
})

test('links to the newest package without script', async ({ browser, service }) => {
  const context = await browser.newContext({ baseURL: service.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/download/')
  for (const name of ['Windows', 'macOS', 'Linux', 'On your phone'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const saved = page.waitForEvent('download')
  await windows(page).getByText('Download for Windows').click()
  expect((await saved).suggestedFilename()).toBe(publishedName)
  await page.getByText('Download the APK').click()
  await page.waitForURL('**/download/#android')
  await page.locator('#windows').getByRole('link', { name: 'Without installation' }).click()
  await page.waitForURL('**/download/#windows')
  await context.close()
})
