import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

/** The paths that workers of the page's browser report, as they are started. */
async function reported(page: Page): Promise<string[]> {
  const paths: string[] = []
  page.on('worker', (worker) => {
    const [script, path] = worker.url().split('#')
    if (script?.endsWith('/a.js') && path) paths.push(path)
  })
  return paths
}

for (const [address, path] of [
  ['/nowhere/at-all?secret=1', '/nowhere/at-all'],
  ['/zh/nowhere/', '/zh/nowhere/'],
  ['/google-auth/?code=secret&state=1', '/google-auth/'],
  ['/auth-success/?error=denied', '/auth-success/'],
  ['/pc/', '/pc/'],
] as const)
  test(`a visit of ${address} is reported by its path`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/404/)
    const paths = await reported(page)
    await page.goto(address)
    await expect.poll(() => paths).toEqual([path])
  })
