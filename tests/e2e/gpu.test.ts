import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fromUnits } from '#lib/money/coins.ts'
import { HOST_FILE } from '#lib/rules/host-program.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import { readConfig } from '#service/platform/config.ts'
import { openServiceDatabase } from '#service/programs/operate/database.ts'
import { report } from '../_world/gpu.ts'
import { connectSsh, copyInto, newKeyPair, type SshSession, startHost } from '../_world/host.ts'
import { operatorSettings } from '../_world/operator.ts'
import { freePort } from '../_world/ports.ts'
import { expect, type Service, signUp, test, waitForApp } from './world.ts'

type Words = { [key: string]: string | Words }
const words = JSON.parse(readFileSync('public/locales/en/gpu.json', 'utf8')) as Words
const w = (key: string): string =>
  String(key.split('.').reduce<Words | string | undefined>((part, name) => (part as Words)[name], words))

/** Works on the database of the service beside it. */
async function onDatabase<T>(
  service: Service,
  work: (open: Awaited<ReturnType<typeof openServiceDatabase>>) => Promise<T>,
) {
  const settings = operatorSettings({ databaseUrl: '', dataDir: service.dataDir, clock: service })
  const open = await openServiceDatabase(readConfig(settings))
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

const fund = (service: Service, email: string, units: bigint) =>
  onDatabase(service, async ({ db }) => {
    const { id } = await db.selectFrom('users').select('id').where('username', '=', email).executeTakeFirstOrThrow()
    const entries = [
      { account: ofPlatform('USDT', 'mint'), amount: -units },
      { account: balanceAccount(id), amount: units },
    ]
    await db
      .transaction()
      .execute((open) => post(open, [{ operation: `gift/${id}`, kind: 'gift', entries }], service.now()))
  })

test.use({ gateway: true })
test.describe.configure({ mode: 'default' })

const held = (service: Service, kind: 'balance' | 'rentals') =>
  onDatabase(service, async ({ db }) => {
    const rows = await db.selectFrom('ledger_accounts').select('balance').where('kind', '=', kind).execute()
    return rows.map(({ balance }) => fromUnits(balance, 'USDT'))
  })

test('a machine is rented, entered by SSH, and released; nothing of it is left', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  test.setTimeout(300_000)
  // A port that is closed, or whose program is still starting.
  expectedErrors.push(/status of (?:404|502)/)
  const key = newKeyPair()
  const machine = '--machine test-host --model "Test processor" --cpu "Test processor" --cores 2 --ram 2048 --disk 10'
  await signUp(page, service, email)
  await fund(service, email, 1_000_000n)
  // Without containers there is only its owner who rents it.
  const added = await service.operate(`gpu add ${machine} --owner ${email} --region Here --price 0.25 --json --yes`)
  const host = startHost(service.origin, (JSON.parse(added.out) as { token: string }).token)
  try {
    await page.goto('/user/gpu')
    await waitForApp(page)
    const card = page.getByRole('listitem').filter({ hasText: 'Test processor' })
    await expect(card.getByText(w('states.free'))).toBeVisible({ timeout: 60_000 })
    await page.getByLabel(w('filter.region')).selectOption('Here')
    await expect(page).toHaveURL(/region=Here/)
    await card.getByRole('link', { name: `${w('offer.rent')}: Test processor` }).click()

    await page.getByLabel(w('keys.name'), { exact: true }).fill('Laptop')
    await page.getByLabel(w('keys.key'), { exact: true }).fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    await page.getByRole('button', { name: w('keys.add') }).click()
    await expect(page.getByText('This is a private key.')).toBeVisible()
    await page.getByLabel(w('keys.key'), { exact: true }).fill(key.public)
    await page.getByRole('button', { name: w('keys.add') }).click()
    await expect(page.getByText('ssh-ed25519 SHA256:')).toBeVisible()
    // One press charges nothing: a confirmation shows the amount first.
    await page.getByRole('button', { name: w('rent.act').replace('{{price}}', '0.25') }).click()
    await expect(page.getByRole('dialog').getByText('0.25 USDT, is charged now')).toBeVisible()
    await page.getByRole('button', { name: w('rent.pay').replace('{{price}}', '0.25') }).click()

    await expect(page).toHaveURL(/my-gpu/)
    const command = page.locator('[data-connect]')
    await expect(command).toBeVisible({ timeout: 60_000 })
    const [, port, user, name] = /^ssh -p (\d+) (\w+)@([\d.]+)$/.exec((await command.textContent()) ?? '') ?? []
    const access = { host: name ?? '', port: Number(port), user: user ?? '', hostKey: '' }
    let inside: SshSession | undefined
    await expect(async () => {
      inside = await connectSsh({ access }, key)
    }).toPass()
    await expect(page.getByText(inside?.hostKey ?? 'none')).toBeVisible()
    const { out } = (await inside?.run('echo kept > note; cat note; pwd')) ?? { out: '' }
    const [content, folder = ''] = out.split('\n')
    expect([content, existsSync(folder)]).toEqual(['kept', true])
    // Ends with the rental.
    const loop = inside?.run('while :; do :; done')
    await page.getByRole('button', { name: w('mine.manage') }).click()
    await expect(page.getByText(w('log.started'))).toBeVisible()
    const loads = page.getByRole('region', { name: w('load.title') })
    const busiest = async () => {
      const cells = await loads
        .getByRole('table', { name: w('load.cpu') })
        .getByRole('cell')
        .allTextContents()
      return Math.max(0, ...cells.map(Number.parseFloat))
    }
    // One thread that never rests, of all that the machine has: half of it is left to chance.
    await expect.poll(busiest, { timeout: 60_000 }).toBeGreaterThan(50 / cpus().length)

    // A terminal in the browser, which the policy of the page lets draw.
    await page.getByRole('button', { name: w('inside.open.shell') }).click()
    const terminal = page.getByRole('dialog')
    await expect(terminal.getByText(w('inside.states.open'))).toBeVisible({ timeout: 60_000 })
    await page.keyboard.type('echo $((6 * 7)) typed\n')
    await expect(terminal.locator('.xterm-rows')).toContainText('42 typed')
    const row = terminal.locator('.xterm-rows > div').first()
    await expect(row).toHaveCSS('white-space', 'pre')
    await page.keyboard.press('Escape')
    await expect(terminal).toBeVisible()
    await terminal.getByRole('button', { name: 'Close' }).click()
    await expect(terminal).toBeHidden()

    // A web interface in the rental is opened in the browser, until its port is closed.
    const webPort = await freePort()
    const program = `require('http').createServer((_, r) => r.end('Notebook of ' + process.cwd())).listen(${webPort}, '127.0.0.1')`
    copyInto(folder, process.execPath)
    const serving = inside?.run(`exec ./node -e "${program}"`)
    const ports = page.getByRole('region', { name: w('ports.title') })
    await ports.getByLabel(w('ports.port')).fill('70000')
    await ports.getByRole('button', { name: w('ports.add') }).click()
    await expect(ports.getByText(w('ports.wrong'))).toBeVisible()
    await ports.getByLabel(w('ports.port')).fill(String(webPort))
    await ports.getByRole('button', { name: w('ports.add') }).click()
    const link = ports.getByRole('link', { name: w('ports.open').replace('{{port}}', String(webPort)) })
    await expect(link).toHaveText(new RegExp(`^http://${webPort}-[a-z0-9]{20}\\.localhost:`))
    const [notebook] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await expect(async () => {
      await notebook.reload()
      await expect(notebook.getByText('Notebook of')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await ports.getByRole('button', { name: w('ports.close').replace('{{port}}', String(webPort)) }).click()
    await expect(ports.getByText(w('ports.none'))).toBeVisible()
    await notebook.reload()
    await expect(notebook.getByText(w('unreached.unknown'))).toBeVisible()

    // Another key opens it while it runs, and the one that is taken away is disconnected.
    const desk = newKeyPair()
    const allowed = page.getByRole('region', { name: w('access.title') })
    await allowed.getByRole('button', { name: w('keys.add') }).click()
    await allowed.getByLabel(w('keys.name'), { exact: true }).fill('Desk')
    await allowed.getByLabel(w('keys.key'), { exact: true }).fill(desk.public)
    await allowed.getByRole('button', { name: w('keys.add') }).click()
    await expect(allowed.getByRole('checkbox', { name: 'Desk' })).toBeChecked()
    await allowed.getByRole('checkbox', { name: 'Laptop' }).uncheck()
    await allowed.getByRole('button', { name: w('access.save') }).click()
    await expect(page.getByText(w('access.saved'))).toBeVisible()
    await inside?.closed
    await serving
    await loop
    inside = await connectSsh({ access }, desk)

    await page.getByRole('button', { name: w('release.act') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: w('release.act') })
      .click()
    await inside.closed
    await expect(page.getByText(w('rental.ended'), { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(existsSync(folder)).toBe(false)
    await expect(connectSsh({ access }, key)).rejects.toThrow()
    expect(await held(service, 'balance')).toEqual(['0.75'])
    expect(await held(service, 'rentals')).toEqual(['0.25'])

    // One more key, beside the rentals.
    await page.getByRole('button', { name: w('keys.add') }).click()
    await page.getByLabel(w('keys.name'), { exact: true }).fill('Tablet')
    await page.getByLabel(w('keys.key'), { exact: true }).fill('no key')
    await page.getByRole('button', { name: w('keys.add') }).click()
    await expect(page.getByText("This isn't an SSH public key.")).toBeVisible()
    await expect(page.getByText(w('keys.added'))).toBeHidden()
    await page.getByLabel(w('keys.key'), { exact: true }).fill(newKeyPair().public)
    await page.getByRole('button', { name: w('keys.add') }).click()
    const keys = page.getByRole('region', { name: w('keys.title') })
    await expect(keys.getByRole('listitem').filter({ hasText: 'Tablet' })).toBeVisible()
  } finally {
    await host.close()
  }
})

test('a machine that cannot reach a rental, or cannot make one, says so to renter and owner', async ({ page, service, email }) => {
  const machine = '--machine silent-host --model "Silent processor" --cpu "Silent processor" --cores 2 --ram 2048 --disk 10'
  await signUp(page, service, email)
  await fund(service, email, 1_000_000n)
  const added = await service.operate(`gpu add ${machine} --owner ${email} --region There --price 0.25 --json --yes`)
  const { token } = JSON.parse(added.out) as { token: string }
  const poll = async (parts: Parameters<typeof report>[0] = {}) => {
    const headers = { 'content-type': 'application/json', 'host-token': token }
    // Nobody but its owner sees it beside the machines of other tests.
    const body = JSON.stringify(report({ driver: 'process', ...parts }))
    const reply = await fetch(`${service.origin}/host/poll`, { method: 'POST', headers, body })
    return ((await reply.json()) as { data: { rentals: { id: string }[] } }).data.rentals
  }
  await poll({ trouble: { kind: 'failed', reason: 'no space left on device' } })
  await page.goto('/user/gpu/my-machines')
  await waitForApp(page)
  const reason = w('troubles.failed').split('{{reason}}')[0] ?? ''
  await expect(page.getByText(`${reason}no space left on device`)).toBeVisible()
  await expect(page.getByText(w('states.unready'), { exact: true })).toBeVisible()

  await poll()
  await page.goto('/user/gpu/gpu-detail/silent-host')
  await waitForApp(page)
  await page.getByLabel(w('keys.name'), { exact: true }).fill('Laptop')
  await page.getByLabel(w('keys.key'), { exact: true }).fill(newKeyPair().public)
  await page.getByRole('button', { name: w('keys.add') }).click()
  await expect(page.getByText('ssh-ed25519 SHA256:')).toBeVisible()
  await page.getByRole('button', { name: w('rent.act').replace('{{price}}', '0.25') }).click()
  await page.getByRole('button', { name: w('rent.pay').replace('{{price}}', '0.25') }).click()
  await expect(page).toHaveURL(/my-gpu/)
  const [rental] = await poll()
  const reports = (state: 'running' | 'unavailable') =>
    poll({ rentals: [{ id: rental?.id ?? '', state, restarts: 0 }] })
  await reports('running')
  await expect(page.getByText(w('rental.running'), { exact: true })).toBeVisible()
  await reports('unavailable')
  await expect(page.getByText(w('pauses.unreachable'), { exact: true })).toBeVisible()
  await expect(page.getByText((w('pauses.unreachableText').split('{{time}}')[0] ?? '').trim())).toBeVisible()
  await page.getByRole('button', { name: w('mine.more') }).click()
  await expect(page.getByText(w('log.unavailable'))).toBeVisible()
  await reports('running')
  await expect(page.getByText(w('rental.running'), { exact: true })).toBeVisible()
  await expect(page.getByText(w('pauses.unreachable'), { exact: true })).toBeHidden()
}) // biome-ignore format: a title of one line

test('a machine is offered, approved and started with its token; a waiting user is notified when it is free', async ({
  page,
  service,
  email,
}) => {
  test.setTimeout(180_000)
  await signUp(page, service, email, { to: '/user/gpu/my-machines' })
  await waitForApp(page)
  await page.getByRole('button', { name: w('machines.offer') }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: w('offering.send') }).click()
  await expect(form.getByText(w('offering.nameMissing'))).toBeVisible()
  await form.getByLabel(w('offering.name'), { exact: true }).fill('Cellar')
  await form.getByLabel(w('offering.region')).fill('Turin')
  await form.getByLabel(w('offering.price')).fill('0.3')
  await form.getByLabel(w('offering.about')).fill('A processor in the cellar')
  await form.getByRole('button', { name: w('offering.send') }).click()
  await expect(form.getByText(w('offering.consentMissing'))).toBeVisible()
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: w('offering.send') }).click()
  const machine = page.getByRole('listitem', { name: 'Cellar' })
  await expect(machine.getByText(w('machines.waiting'))).toBeVisible()

  const waiting = await service.operate('gpu requests --json')
  const [{ id } = { id: '' }] = JSON.parse(waiting.out) as { id: string }[]
  await service.operate(`gpu approve --request ${id} --yes`)
  await page.reload()
  await machine.getByRole('button', { name: w('machines.token') }).click()
  const command = (await page.locator('[data-command]').textContent()) ?? ''
  const [, origin, token = ''] = /^node idleforge-host\.mjs --service (\S+) --token (\S+)$/.exec(command) ?? []
  expect(origin).toBe(service.origin)
  const program = await page.getByRole('link', { name: HOST_FILE }).getAttribute('href')
  expect(await (await page.request.get(program ?? '')).text()).toContain('idleforge-host')
  await page.getByRole('button', { name: w('machines.kept') }).click()
  const host = startHost(service.origin, token)
  try {
    await expect(machine.getByText(w('machines.exposed'))).toBeVisible({ timeout: 60_000 })
    const listed = page.getByRole('link', { name: w('tabs.list'), exact: true })
    const list = await service.operate('gpu --json')
    const [{ id: gpu } = { id: '' }] = JSON.parse(list.out) as { id: string }[]
    await service.operate(`gpu pause --machine ${gpu} --yes`)
    await listed.click()
    await page.getByRole('button', { name: w('wait.ask') }).click()
    await expect(page.getByText(w('wait.on'))).toBeVisible()
    await expect(page.getByRole('button', { name: w('wait.cancel') })).toBeVisible()
    await service.operate(`gpu resume --machine ${gpu} --yes`)
    await expect(async () => {
      await page.goto('/messages')
      await expect(page.getByText('is free').first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 120_000 })
  } finally {
    await host.close()
  }
})
