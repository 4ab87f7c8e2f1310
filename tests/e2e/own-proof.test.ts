import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProofFile } from '#lib/contract/proofs.ts'
import { enterDemo, expect, test } from './world.ts'

test.use({ demo: true, paid: true })

const offlinePage = pathToFileURL(path.join(import.meta.dirname, '../../public/proofs/verify.htm')).href

test('a user downloads their proof, and the offline page accepts it with what is published', async ({
  page,
  service,
}) => {
  await enterDemo(page, service)
  await page.goto('/user/balance/recharge')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my proof' }).click()
  const own = await (await saved).path()
  const file = JSON.parse(readFileSync(own, 'utf8')) as ProofFile
  expect(file.branches.map(({ asset }) => asset)).toContain('ALEO')
  const published = await (await page.request.get('/api/proofs')).text()
  expect((JSON.parse(published) as { days: unknown[] }).days.length).toBeGreaterThan(2)
  await page.goto(offlinePage)
  await page.locator('#own-file').setInputFiles(own)
  await page.locator('#published').fill(published)
  await page.locator('#check').click()
  await expect(page.locator('#result h2')).toHaveText('Your balance is in the published root.')
})
