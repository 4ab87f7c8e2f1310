import { createDesktop } from '../_world/desktop.ts'
import { brokenEngine, publishEngine } from '../_world/engine.ts'
import { checkLooks, newCode, openedBy, startWindow } from './miner-windows.ts'
import { expect, test } from './world.ts'

test.use({ own: 'engine' })

test('the window fetches the engine of graphics cards on a click only, and says why a card fails', async ({
  page,
  service,
  email,
}) => {
  const engine = brokenEngine()
  await publishEngine(service, { version: '1.9.0', engine })
  const desktop = createDesktop()
  const miner = startWindow(desktop, service)
  try {
    await page.goto(await openedBy(desktop, 1))
    const panel = page.getByRole('region', { name: 'Graphics card' })
    const card = panel.getByRole('checkbox', { name: 'Also mine on the graphics card' })
    await expect(panel).toContainText("It needs an engine that isn't part of this program.")
    await expect(panel.getByRole('definition')).toHaveText([`${engine.length} B`, /^[0-9a-f]{64}$/])
    await expect(card).toBeHidden()
    await checkLooks(page)

    await panel.getByRole('button', { name: 'Download the engine' }).click()
    await expect(panel).toContainText('The engine is ready. Only the processor is mining.')
    await expect(panel).toBeFocused()
    await expect(card).not.toBeChecked()
    await page.keyboard.press('Tab')
    await expect(card).toBeFocused()
    await page.keyboard.press('Space')
    await expect(panel).toContainText('The card starts when this PC begins to mine.')
    await expect(page.getByText('Saved.')).toBeVisible()

    await page.getByLabel('Code').fill(await newCode(service, email))
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText(/^The engine could not be loaded\./)
    await expect(panel).toContainText('The processor keeps mining.')
    await expect(page.locator('#accepted')).toHaveText(/[1-9]/)
    await expect(panel.getByRole('button')).toHaveText(['Download the engine', 'Try again'])
    await checkLooks(page)

    await card.uncheck()
    await expect(panel).toContainText('The engine is ready. Only the processor is mining.')
    await page.reload()
    await expect(card).not.toBeChecked()
  } finally {
    miner.kill()
    desktop.remove()
  }
})
