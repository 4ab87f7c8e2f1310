import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { change, test } from '../dev-server.ts'
import { expect } from '../world.ts'

/** The bundler reloads a page when it has found what it needs, which ends a navigation that has begun. */
const open = (page: Page, path: string) =>
  expect(() => page.goto(path, { waitUntil: 'commit', timeout: 30_000 })).toPass()

// A page of which no valid text exists yet.
test.use({ siteAlone: true, expectedErrors: [/status of 404/] })

test('an editor sees a mistake on its page, and no longer when the text is saved right', async ({ page, dev }) => {
  // Everything is compiled on demand.
  test.slow()
  const file = join(dev.folder, 'src/content/docs/en/wallets.md')
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.startsWith('order:')) + 1
  const box = page.locator('content-messages')
  const heading = page.getByRole('heading', { level: 1, name: 'Wallets and networks' })

  await open(page, '/docs/wallets/')
  await expect(heading).toBeVisible()
  await expect(box).toHaveCount(0)
  change(file, '\norder: ', '\nordr: ')
  await expect(box).toContainText(`src/content/docs/en/wallets.md:${line}  field-unknown`)
  await expect(box).toContainText('There is no field “ordr” in docs.')
  await expect(box).toContainText('Write order.')
  // The page has its last valid text, and another one works as before.
  await expect(heading).toBeVisible()
  await open(page, '/docs/devices/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(box).toHaveCount(0)

  await open(page, '/docs/wallets/')
  await expect(box).toContainText('There is no field “ordr” in docs.')
  change(file, '\nordr: ', '\norder: ')
  await expect(heading).toBeVisible()
  await expect(box).toHaveCount(0)

  // A new page with a mistake from its first line on: its address says what is missing.
  const added = join(dev.folder, 'src/content/docs/en/my-rig.md')
  const text = '---\ntitle: My rig\ndescription: How a rig is built and bound.\ngroup: start\norder: 90\n---\n\nText.\n'
  writeFileSync(added, text)
  await open(page, '/docs/my-rig/')
  await expect(box).toContainText('The field “updated” is missing.')
  writeFileSync(added, text.replace('---\n\n', 'updated: 2026-11-22\n---\n\n'))
  await expect(page.getByRole('heading', { level: 1, name: 'My rig' })).toBeVisible()
  await expect(box).toHaveCount(0)
})
