import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addReport } from '#lib/contract/feedback.ts'
import { EMBEDDED_DATABASE } from '#service/platform/data-dir.ts'
import { findEmbeddedUrl } from '#service/platform/db/embedded/find-embedded.ts'
import { startProcess } from '../_world/child.ts'
import { freePort } from '../_world/ports.ts'
import { registerUser, type User } from '../_world/visitor.ts'
import { expect, type Service, setSession, test, waitForApp } from './world.ts'

/** A second node on the database and the secrets of the service. */
async function secondNode({ dataDir }: Service) {
  const url = await findEmbeddedUrl({ folder: `${dataDir}/postgres`, database: EMBEDDED_DATABASE })
  return startProcess({
    PORT: String(await freePort([0])),
    MAILBOX_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? '',
  })
}

/** A browser of a user on one node. */
async function openOn(browser: Browser, origin: string, { token, info }: User): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  await setSession(page, origin, { token, userInfo: info })
  await page.goto('/messages')
  await waitForApp(page)
  return page
}

test('two users on two nodes: each receives only their own news, on either node', async ({
  browser,
  service,
  email,
}) => {
  // Four browsers, a second node, and a new process of the operator's program each time.
  test.slow()
  const node = await secondNode(service)
  const [ada, bob] = [
    await registerUser(service.door, { email }),
    await registerUser(service.door, { email: `bob-${email}` }),
  ]
  const report = (user: User, content: string) =>
    user.call(addReport, { category: 'site', content, requestId: randomUUID() })
  const [{ _id: hers }, { _id: his }] = [await report(ada, 'Hers'), await report(bob, 'His')]
  const [here, there] = [await openOn(browser, service.origin, ada), await openOn(browser, node.origin, ada)]
  const [bobHere, bobThere] = [await openOn(browser, service.origin, bob), await openOn(browser, node.origin, bob)]
  const unread = (page: Page) => page.getByRole('link', { name: '1 unread message' })

  expect((await service.operate(`reports ${hers} --answer "For Ada." --yes`)).code).toBe(0)
  for (const page of [here, there]) await expect(unread(page)).toBeVisible()
  for (const page of [bobHere, bobThere]) await expect(unread(page)).toHaveCount(0)
  // Read on one node, it is read on the other.
  await there.getByRole('tab', { name: /^Bug report/ }).click()
  await there.getByRole('button', { name: /^New reply/ }).click()
  await expect(there.getByRole('article')).toContainText('For Ada.')
  await expect(unread(here)).toHaveCount(0)
  // A stopped node loses nothing: news in between are shown when its page connects to the other one.
  await node.stop()
  expect((await service.operate(`reports ${his} --answer "For Bob." --yes`)).code).toBe(0)
  await expect(unread(bobHere)).toBeVisible()
  await expect(unread(here)).toHaveCount(0)
  for (const page of [here, there, bobHere, bobThere]) await page.context().close()
})
