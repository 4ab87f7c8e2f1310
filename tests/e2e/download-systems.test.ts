import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expectAtWidths } from './lenses/lenses.ts'
import { userAgents } from './user-agents.ts'
import { expect, type Service, test } from './world.ts'

test.use({ own: 'packages' })
test.describe.configure({ mode: 'serial' })

interface Facts {
  platform: 'windows' | 'linux' | 'mac'
  architecture: 'x64' | 'arm64'
  form: 'setup' | 'package' | 'archive' | 'gpu'
  signed?: boolean
}

const hashes = new Map<string, string>()

/** Writes a package with its facts, as `npm run pack` does. */
function pack(folder: string, file: string, facts: Facts): void {
  const content = randomBytes(300_000)
  const sha256 = createHash('sha256').update(content).digest('hex')
  hashes.set(file, sha256)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, file), content)
  const usual = { version: '1.5.0', service: '', changed: false, signed: false }
  writeFileSync(path.join(folder, `${file}.facts.json`), JSON.stringify({ file, ...usual, sha256, ...facts }))
}

async function publishPack(service: Service): Promise<void> {
  const folder = path.join(service.dataDir, 'pack')
  pack(folder, 'Setup.exe', { platform: 'windows', architecture: 'x64', form: 'setup' })
  pack(folder, 'windows.zip', { platform: 'windows', architecture: 'x64', form: 'archive' })
  pack(folder, 'amd64.deb', { platform: 'linux', architecture: 'x64', form: 'package' })
  pack(folder, 'arm64.deb', { platform: 'linux', architecture: 'arm64', form: 'package' })
  pack(folder, 'x64.tar.gz', { platform: 'linux', architecture: 'x64', form: 'archive' })
  pack(folder, 'gpu-x64.tar.gz', { platform: 'linux', architecture: 'x64', form: 'gpu' })
  pack(folder, 'gpu-arm64.tar.gz', { platform: 'linux', architecture: 'arm64', form: 'gpu' })
  pack(folder, 'mac-arm64.zip', { platform: 'mac', architecture: 'arm64', form: 'archive', signed: true })
  pack(folder, 'mac-x64.zip', { platform: 'mac', architecture: 'x64', form: 'archive', signed: true })
  expect(await service.operate(`versions publish "${folder}"`)).toMatchObject({ code: 0 })
}

const main = (page: Page) => page.locator('[data-list] > section').first()

test.beforeAll(({ service }) => publishPack(service))

/** A page in a browser that calls itself by this name, and tells no processor beside it. */
async function visit(
  page: Page,
  { system, path: address = '/download/' }: { system: keyof typeof userAgents; path?: string },
): Promise<void> {
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent })
    Object.defineProperty(navigator, 'userAgentData', { value: undefined })
  }, userAgents[system])
  await page.goto(address)
  await expect(page.locator('.await')).toHaveCount(0)
}

test.describe('by system', () => {
  for (const [system, id, button, file, says] of [
    ['windows', 'windows', 'Download for Windows', 'idleforge-windows-1.5.0-x64.exe', "isn't signed by a publisher"],
    ['mac', 'mac', 'Download for macOS', 'idleforge-mac-1.5.0-arm64.zip', 'signed by its publisher'],
    ['linux', 'linux', 'Download for Linux', 'idleforge-linux-1.5.0-x64.deb', 'sudo apt install'],
    ['linuxArm', 'linux', 'Download for Linux', 'idleforge-linux-1.5.0-arm64.deb', 'sudo apt install'],
  ] as const)
    test(`puts ${system} first, with its file and what the system will say`, async ({ page }) => {
      await visit(page, { system })
      await expect(main(page)).toHaveAttribute('id', id)
      const link = main(page).getByRole('link', { name: button })
      await expect(link).toHaveAttribute('href', `/downloads/${file}`)
      await expect(link).toHaveClass(/btn-primary/)
      await expect(page.locator('.btn-primary[data-lead]:visible'), 'one main button').toHaveCount(1)
      await expect(main(page).getByText(says).first()).toBeVisible()
      await expect(page.locator('[data-says][open]'), 'the others are closed').toHaveCount(1)
      await expect(page.getByRole('heading', { name: 'Other systems' })).toBeVisible()
    })
})

test('draws what Windows shows, and names the publisher only where the facts do', async ({ page }) => {
  await visit(page, { system: 'windows' })
  const drawings = main(page).locator('figure')
  await expect(drawings).toHaveCount(2)
  await expect(drawings.first()).toContainText('Windows protected your PC')
  await expect(drawings.last().getByText('Run anyway', { exact: true })).toBeVisible()
  await expect(drawings.last().getByText('Unknown publisher')).toBeVisible()
  await page.locator('#mac summary').filter({ hasText: 'What macOS will say' }).press('Enter')
  await expect(page.locator('#mac').getByText('Open Anyway', { exact: true })).toBeVisible()
  await expect(page.locator('#mac').getByText("This file isn't signed")).toBeHidden()
})

test('lists the other files of a system, each with its hash, and none that is not published', async ({ page }) => {
  await visit(page, { system: 'linux' })
  const others = main(page).locator('[data-others] li:visible')
  await expect(others).toHaveCount(3)
  const archive = others.nth(1)
  await expect(archive.getByRole('link')).toHaveAttribute('href', '/downloads/idleforge-linux-1.5.0-x64.tar.gz')
  await expect(archive).toContainText(hashes.get('x64.tar.gz') ?? '')
  await expect(
    page.getByText(`${hashes.get('amd64.deb')} *idleforge-linux-1.5.0-x64.deb" | sha256sum -c`),
  ).toBeVisible()
})

for (const [system, architecture] of [
  ['linux', 'x64'],
  ['linuxArm', 'arm64'],
] as const)
  test(`names the card engine for ${architecture} in one row, and none for a system without one`, async ({ page }) => {
    await visit(page, { system })
    const row = main(page)
      .getByRole('listitem')
      .filter({ hasText: "Graphics card engine chosen in the miner's window" })
    await expect(row).toContainText(/300\.0 kB|0\.3 MB/)
    await expect(row).toContainText(hashes.get(`gpu-${architecture}.tar.gz`) ?? '')
    await expect(row.getByRole('link')).toHaveAttribute(
      'href',
      `/downloads/idleforge-linux-1.5.0-gpu-${architecture}.tar.gz`,
    )
    await expect(page.locator('#windows, #mac').getByText('Graphics card engine')).toHaveCount(2)
    await expect(
      page.locator('#windows, #mac').getByText('Graphics card engine').filter({ visible: true }),
    ).toHaveCount(0)
  })

test('copies a hash', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, { system: 'windows' })
  await main(page).getByRole('button', { name: 'Copy the SHA-256: Windows' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hashes.get('Setup.exe'))
})

test('says that an old Windows does not run the miner, and moves nothing', async ({ page }) => {
  await visit(page, { system: 'oldWindows' })
  await expect(page.getByText('version of Windows older than 10')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Other systems' })).toBeHidden()
})

test('keeps its links where the service does not answer', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/api/releases', (route) => route.abort())
  await visit(page, { system: 'linux' })
  await expect(main(page).getByText("The latest version couldn't be checked.")).toBeVisible()
  const saved = page.waitForEvent('download')
  await main(page).getByRole('link', { name: 'Any Linux, .tar.gz, x64' }).click()
  expect((await saved).suggestedFilename()).toBe('idleforge-linux-1.5.0-x64.tar.gz')
})

for (const address of ['/download/', '/zh/download/'])
  test(`${address} passes every check at every width with packages`, async ({ page }) => {
    await visit(page, { system: 'windows', path: address })
    await page.locator('#mac summary').first().press('Enter')
    await expectAtWidths(page, address, [360, 390, 768, 1024, 1440])
  })

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } }

test.describe('on a phone', () => {
  test.use(phone)

  /** Chromium fires this event on a phone where the site can be installed. */
  const promptInstall = (page: Page) =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const asked = () => document.body.setAttribute('data-asked', '')
      dispatchEvent(Object.assign(event, { prompt: asked }))
      return event.defaultPrevented
    })

  test('offers the installation of the site first, and no package that is not published', async ({ page }) => {
    await visit(page, { system: 'android' })
    await expect(main(page)).toHaveAttribute('id', 'android')
    await expect(main(page).getByText("On Android: open the browser's menu")).toBeVisible()
    await expect(main(page).getByText('On an iPhone')).toBeHidden()
    await expect(main(page).getByText('Notifies you when a device stops')).toBeVisible()
    await expect(main(page).getByText('Download the APK')).toBeHidden()
    const install = main(page).getByRole('button', { name: 'Install' })
    await expect(install).toBeHidden()
    expect(await promptInstall(page)).toBe(true)
    await install.click()
    await expect(page.locator('body')).toHaveAttribute('data-asked', '')
    await expect(install).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await expect(main(page).getByRole('status').filter({ hasText: 'Installed.' })).toBeVisible()
    await expect(page.getByText('What you will see'), 'no log of a terminal').toBeHidden()
  })

  test('offers the Android package as the second way, and says what it cannot do', async ({ page, service }) => {
    writeFileSync(path.join(service.dataDir, 'own.apk'), randomBytes(9000))
    const options = `--platform android --version 1.0.0 --file "${path.join(service.dataDir, 'own.apk')}"`
    expect(await service.operate(`publish-version ${options}`)).toMatchObject({ code: 0 })
    await visit(page, { system: 'android' })
    const ways = main(page).getByRole('heading', { level: 3 })
    await expect(ways).toHaveText(['Install the site', 'app.apk'])
    await expect(main(page).getByText('No notifications: alerts reach you by e-mail.')).toBeVisible()
    const saved = page.waitForEvent('download')
    await main(page).getByRole('link', { name: 'Download the APK' }).click()
    expect((await saved).suggestedFilename()).toBe('app.apk')
  })

  test('offers an iPhone no package for Android', async ({ page }) => {
    await visit(page, { system: 'iphone' })
    await expect(main(page).getByText('On an iPhone: in Safari, tap Share')).toBeVisible()
    await expect(main(page).getByText('On Android:')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'app.apk' })).toBeHidden()
  })

  test('after a registration offers the same two ways, in this order', async ({ page }) => {
    await visit(page, { system: 'android', path: '/mobile-signup-success/' })
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['app.apk'])
    const heights = []
    for (const way of ['From your browser, nothing to download', 'For Android, installed by hand'])
      heights.push((await page.getByText(way).boundingBox())?.y ?? Number.NaN)
    expect(heights[0]).toBeLessThan(heights[1] ?? Number.NaN)
    await expect(page.getByRole('link', { name: 'E-mail me the link' })).toBeVisible()
    await expectAtWidths(page, '/mobile-signup-success/', [360, 390, 1440])
  })
})
