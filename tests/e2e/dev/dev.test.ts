import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { change, test } from '../dev-server.ts'
import { expect, register, waitForApp } from '../world.ts'

test('a developer who changes the code registers, reads, and sees each change', async ({ page, dev, email }) => {
  // Everything is compiled on demand.
  test.slow()
  await page.goto('/gallery/')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery of interface parts' })).toBeVisible()
  change(join(dev.folder, 'src/gallery/texts/en.json'), 'Gallery of interface parts', 'Gallery, changed')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery, changed' })).toBeVisible()

  // The app around the pages of the web view, of which a build has nothing.
  await page.goto('/test-host/')
  for (const kind of ['webview2', 'wkwebview', 'android']) {
    await page.getByLabel('App').selectOption(kind)
    const [shown] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open', exact: true }).click(),
    ])
    await expect(page.locator('pre')).toContainText('{"type":"ready","page":"stand-message"}')
    await page.getByRole('button', { name: 'theme night' }).click()
    await expect(shown.locator('html')).toHaveAttribute('data-theme', 'night')
    await page.getByRole('button', { name: 'theme day' }).click()
    await expect(shown.locator('html')).toHaveAttribute('data-theme', 'day')
    await shown.close()
  }

  await register(page, dev, email)
  await page.goto('/user/overview-main/machine?page=1')
  await waitForApp(page)
  expect(page.url()).toBe(`${dev.origin}/user/overview-main/machine?page=1`)

  // The page that is open calls on, and waits where the service is not there.
  const health = () => fetch(`${dev.service}/healthz`).then((answer) => answer.text(), String)
  const file = join(dev.folder, 'service/platform/http/health.ts')
  const saved = ['({ ok: true, address: ip })', "'first'", "'second'", "'third'"] as const
  for (const [place, now] of saved.entries()) {
    const before = saved[place - 1]
    if (!before) continue
    change(file, `'/healthz', async ({ ip }) => ${before}`, `'/healthz', async ({ ip }) => ${now}`)
    await expect.poll(health, { timeout: 60_000 }).toBe(now.slice(1, -1))
  }
  await page.goto('/user/account')
  await waitForApp(page)

  // Astro reads it once: it restarts, and an open page reports the lost connection.
  await page.goto('about:blank')
  const docs = () => fetch(`${dev.origin}/docs/devices/`).then((answer) => answer.text(), String)
  const shows = (text: string) => expect.poll(docs, { timeout: 60_000 }).toContain(text)
  await shows('It works for 60 seconds and for one device.')
  change(join(dev.folder, 'public/locales/en/docs.json'), '"placeholder": "Search"', '"placeholder": "Look up"')
  await shows('placeholder="Look up"')
  change(join(dev.folder, 'src/lib/rules/devices.ts'), 'BIND_CODE_MS = 60_000', 'BIND_CODE_MS = 90_000')
  await shows('It works for 90 seconds and for one device.')
  const text = join(dev.folder, 'src/content/docs/en/devices.md')
  for (const [from, to] of [
    ['It works for', 'It serves for'],
    ['It serves for', 'It lives for'],
  ] as const) {
    change(text, from, to)
    await shows(`${to} 90 seconds and for one device.`)
  }

  // A draft is seen here alone, and a former address leads on.
  const draft = join(dev.folder, 'src/content/docs/en/first-draft.md')
  const devices = readFileSync(text, 'utf8')
  writeFileSync(draft, devices.replace('title: ', 'draft: true\naliases: [/docs/older-draft/]\ntitle: First draft of '))
  const draftPage = () => fetch(`${dev.origin}/docs/first-draft/`).then((answer) => answer.text(), String)
  await expect.poll(draftPage, { timeout: 60_000 }).toContain('Draft: visible only under npm run dev.')
  const moved = devices.replace('title: ', 'aliases: [/docs/former-devices/]\ntitle: ')
  writeFileSync(text, moved)
  const former = await fetch(`${dev.origin}/docs/former-devices/?from=mail`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  })
  expect([former.status, former.headers.get('location')]).toEqual([301, '/docs/devices/?from=mail'])

  await dev.stop()
  expect(await health()).toContain('fetch failed')
})
