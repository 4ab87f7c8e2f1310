import { readFileSync } from 'node:fs'
import { expect, signUp, test } from './world.ts'

const script = readFileSync(new URL('../../scripts/pack/android/files/page.js', import.meta.url), 'utf8')

/** Calls of the app's methods: name and values. */
declare const calls: [string, ...string[]][]

const host = `globalThis.calls = []
  globalThis.idleforgeHost = Object.fromEntries(
    ['postMessage', 'share', 'save'].map((name) => [name, (...values) => void calls.push([name, ...values])]))
  // A browser on the desktop may have a share dialog of its own.
  Object.defineProperty(Navigator.prototype, 'share', { value: undefined, writable: true })`

test('inside the Android app, the phone shares a link and saves a picture', async ({ page, service, email }) => {
  await page.addInitScript(`${host}\n${script}\n${script}`)
  await signUp(page, service, email, { to: '/user/invitation' })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect.poll(() => page.evaluate(() => calls.length)).toBe(2)
  const [shared, saved] = await page.evaluate(() => calls)
  expect(shared?.slice(0, 2)).toEqual(['share', 'Let your idle PC earn for you'])
  expect(shared?.[2]).toMatch(/^.+\nhttp:\/\/127\.0\.0\.1:\d+\/\S+$/)
  expect(saved?.slice(0, 3)).toEqual(['save', expect.stringMatching(/^Idleforge-\w+\.png$/), 'image/png'])
  expect(
    Buffer.from(saved?.[3] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})
