import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import { readConfig } from '#service/platform/config.ts'
import { openServiceDatabase } from '#service/programs/operate/database.ts'
import { report } from '../_world/gpu.ts'
import { newKeyPair } from '../_world/host.ts'
import { operatorSettings } from '../_world/operator.ts'
import { expect, type Service, signUp, test, waitForApp } from './world.ts'

type Words = { [key: string]: string | Words }
const words = JSON.parse(readFileSync('public/locales/en/gpu.json', 'utf8')) as Words
const w = (key: string, values: Record<string, string> = {}): string => {
  const text = String(key.split('.').reduce<Words | string | undefined>((part, name) => (part as Words)[name], words))
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

async function fund(service: Service, email: string): Promise<void> {
  const settings = operatorSettings({ databaseUrl: '', dataDir: service.dataDir, clock: service })
  const { db, close } = await openServiceDatabase(readConfig(settings))
  const { id } = await db.selectFrom('users').select('id').where('username', '=', email).executeTakeFirstOrThrow()
  const amount = 5_000_000n
  const entries = [
    { account: ofPlatform('USDT', 'mint'), amount: -amount },
    { account: balanceAccount(id), amount },
  ]
  await db
    .transaction()
    .execute((open) => post(open, [{ operation: `gift/${id}`, kind: 'gift', entries }], service.now()))
  await close()
}

// A service of its own: others sum what all accounts hold.
test.use({ gateway: true, own: 'gpu-templates' })

async function saveTemplate(page: Page): Promise<void> {
  await page.getByRole('button', { name: w('templates.add') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(w('templates.from')).selectOption('vllm')
  await form.getByLabel(w('templates.name'), { exact: true }).fill('My server')
  await form.getByRole('button', { name: w('templates.save') }).click()
  await expect(form.getByText(w('templates.secretMissing', { name: 'HF_TOKEN' }))).toBeVisible()
  await form.getByLabel(w('templates.variableValue', { name: 'HF_TOKEN' })).fill('hf_secret')
  await form.getByLabel(w('templates.image'), { exact: true }).fill('192.168.0.1/own')
  await form.getByRole('button', { name: w('templates.save') }).click()
  await expect(form.getByText("Images from this registry can't be used")).toBeVisible()
  await form.getByLabel(w('templates.image'), { exact: true }).fill('vllm/vllm-openai:v0.9.2')
  await form.getByRole('button', { name: w('templates.save') }).click()
  await expect(page.getByText(w('templates.saved'))).toBeVisible()
}

test('a template is saved, rented with while its image arrives, and its page opened in one click', async ({ page, service, email }) => {
  test.setTimeout(300_000)
  await signUp(page, service, email)
  await fund(service, email)
  const machine = '--machine tpl-host --model "Template processor" --cpu "Template processor" --cores 2 --ram 2048 --disk 90'
  const added = await service.operate(`gpu add ${machine} --owner ${email} --region There --price 0.25 --json --yes`)
  const { token } = JSON.parse(added.out) as { token: string }
  const poll = async (rentals: ReturnType<typeof report>['rentals'] = []) => {
    const headers = { 'content-type': 'application/json', 'host-token': token }
    const body = JSON.stringify(report({ abilities: ['templates'], rentals }))
    const reply = await fetch(`${service.origin}/host/poll`, { method: 'POST', headers, body })
    return ((await reply.json()) as { data: { rentals: { id: string; template?: { image: string } }[] } }).data.rentals
  }
  await poll()
  await page.goto('/user/gpu/my-gpu')
  await waitForApp(page)
  await saveTemplate(page)
  const own = page.getByRole('region', { name: w('templates.title') })
  await expect(own.getByText('docker.io/vllm/vllm-openai:v0.9.2')).toBeVisible()
  await own.getByRole('button', { name: w('templates.editOf', { name: 'My server' }) }).click()
  await expect(page.getByRole('dialog').getByPlaceholder(w('templates.secretKept'))).toHaveValue('')
  await page.keyboard.press('Escape')

  await page.goto('/user/gpu/gpu-detail/tpl-host')
  await waitForApp(page)
  const start = page.getByLabel(w('rent.image'), { exact: true })
  // Ours that need a GPU are not among the choices, nor are own ones before the owner allows them.
  await expect(start.getByRole('option', { name: 'Jupyter, SciPy' })).toBeAttached()
  await expect(start.getByRole('option', { name: 'vLLM' })).toHaveCount(0)
  await expect(start.getByRole('option', { name: 'My server' })).toHaveCount(0)
  await start.selectOption({ label: 'Jupyter, SciPy' })
  await expect(page.getByText(w('templates.about.jupyter'))).toBeVisible()
  await page.getByLabel(w('keys.name'), { exact: true }).fill('Laptop')
  await page.getByLabel(w('keys.key'), { exact: true }).fill(newKeyPair().public)
  await page.getByRole('button', { name: w('keys.add') }).click()
  await expect(page.getByText('ssh-ed25519 SHA256:')).toBeVisible()
  await page.getByRole('button', { name: w('rent.act', { price: '0.25' }) }).click()
  await page.getByRole('button', { name: w('rent.pay', { price: '0.25' }) }).click()
  await expect(page).toHaveURL(/my-gpu/)

  const [order] = await poll()
  expect(order?.template?.image).toBe('quay.io/jupyter/scipy-notebook:2025-03-14')
  const id = order?.id ?? ''
  await poll([{ id, state: 'starting', restarts: 0, pull: { doneMib: 1024, totalMib: 4096 } }])
  await expect(page.getByRole('progressbar', { name: w('mine.pullLabel') })).toHaveAttribute('aria-valuenow', '25')
  await expect(page.getByText(w('mine.pull', { done: '1 GiB', total: '4 GiB' }))).toBeVisible()
  await poll([{ id, state: 'running', restarts: 0 }])
  const link = page.getByRole('link', { name: w('mine.open', { name: 'Jupyter' }) })
  await expect(link).toHaveAttribute('href', /^http:\/\/8888-[a-z0-9]{20}\.localhost:\d+\/$/)
  await expect(page.getByRole('progressbar', { name: w('mine.pullLabel') })).toHaveCount(0)

  await page.getByRole('button', { name: w('release.act') }).click()
  await page.getByRole('dialog').getByRole('button', { name: w('release.act') }).click()
  await expect(page.getByText(w('rental.stopping'), { exact: true })).toBeVisible()
  await poll()
  await expect(page.getByText(w('rental.ended'), { exact: true })).toBeVisible()
  await expect(link).toHaveCount(0)

  await own.getByRole('button', { name: w('templates.removeOf', { name: 'My server' }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: w('templates.remove'), exact: true }).click()
  await expect(own.getByText(w('templates.none'))).toBeVisible()
}) // biome-ignore format: a title of one line
