import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGpuKey, gpuList, type Rental, releaseGpu, rentalDetail } from '#lib/contract/gpu.ts'
import { terminalCloses, terminalTicket } from '#lib/contract/gpu-terminal.ts'
import { MAX_TERMINALS } from '#service/rental/terminal-tickets.ts'
import { fund, listMachine, rentAs } from '#world/gpu.ts'
import { type Host, newKeyPair, startHost } from '#world/host.ts'
import { freePort } from '#world/ports.ts'
import { lookInside, openPage, type TerminalPage } from '#world/terminal.ts'
import { until } from '#world/until.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Terminals in the browser, through the service, the gateway and the host's own program. */

let world: World
let user: User
let host: Host
let rental: Rental
beforeAll(async () => {
  const port = await freePort([0, 1, 2])
  world = await createWorld({ settings: { GATEWAY_PORTS: `${port}-${port + 2}`, GATEWAY_LINE_PORT: '0' } })
  user = await world.user()
  await fund(world, user, '20')
  const { id: keyId } = await user.call(addGpuKey, { name: 'Laptop', key: newKeyPair().public })
  const machine = await listMachine(world, `--owner ${user.info.username}`)
  // Measuring takes all processors for seconds.
  await world.query('update gpus set benchmark_at = $2 where id = $1', [machine.id, new Date(world.clock.now())])
  host = startHost(world.address, machine.token)
  await until(async () => (await user.call(gpuList, { page: 1 })).records[0]?.state === 'free' || undefined)
  const { id: rentalId } = (await rentAs(user, machine, { keyIds: [keyId] })).rental
  rental = await until(async () => {
    const { rental: now } = await user.call(rentalDetail, { rentalId })
    return now.state === 'running' ? now : undefined
  })
})
afterAll(async () => {
  await host.close()
  await world.close()
})

const open = (): Promise<TerminalPage> => lookInside(world.address, user, { rentalId: rental.id, kind: 'shell' })
const keysLeft = async () => (await world.query('select id from gpu_terminals')).length

test('a terminal has the size of its page, takes what is typed, and follows a change', async () => {
  const page = await open()
  page.type('stty size; echo "TERM=$TERM"; trap "stty size" WINCH\n')
  await expect.poll(page.text).toContain('24 80')
  await expect.poll(page.text).toContain('TERM=xterm-256color')
  page.resize(40, 132)
  await expect.poll(page.text).toContain('40 132')
  page.type('exit 3\n')
  expect(await page.closed).toBe(terminalCloses.ended)
  await expect.poll(keysLeft).toBe(0)
})

test('a ticket opens one terminal, and none after its time', async () => {
  const { ticket } = await user.call(terminalTicket, { rentalId: rental.id, kind: 'shell' })
  const page = await openPage(world.address, ticket)
  await expect.poll(page.text).not.toBe('')
  expect(await (await openPage(world.address, ticket)).closed).toBe(terminalCloses.ticket)
  page.end()
  await page.closed
  await expect.poll(keysLeft).toBe(0)
  const late = await user.call(terminalTicket, { rentalId: rental.id, kind: 'shell' })
  world.clock.advance(31)
  expect(await (await openPage(world.address, late.ticket)).closed).toBe(terminalCloses.ticket)
  expect(await (await openPage(world.address, 'made up')).closed).toBe(terminalCloses.ticket)
})

test('another user gets no ticket, and their number is limited', async () => {
  const other = await world.user()
  const request = { rentalId: rental.id, kind: 'shell' as const }
  await expect(other.call(terminalTicket, request)).rejects.toMatchObject({ reason: 'RENTAL_UNKNOWN' })
  for (let made = 0; made < MAX_TERMINALS; made += 1) await user.call(terminalTicket, request)
  await expect(user.call(terminalTicket, request)).rejects.toMatchObject({ reason: 'TOO_MANY_TERMINALS' })
  world.clock.advance(31)
})

test('a page of another site is turned away', async () => {
  const { ticket } = await user.call(terminalTicket, { rentalId: rental.id, kind: 'shell' })
  const { WebSocket } = await import('ws')
  const address = `${world.address.replace('http', 'ws')}/api/gpu-terminal`
  const socket = new WebSocket(address, { origin: 'https://evil.example' })
  await expect(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))).rejects.toThrow()
  expect(ticket).not.toBe('')
})

test('a rental without a start script has no log', async () => {
  await expect(user.call(terminalTicket, { rentalId: rental.id, kind: 'log' })).rejects.toMatchObject({
    reason: 'LOG_UNAVAILABLE',
  })
})

test('the key of a terminal is stored encrypted, and opens the rental no longer than the terminal', async () => {
  await user.call(terminalTicket, { rentalId: rental.id, kind: 'shell' })
  const stored = JSON.stringify(await world.query('select * from gpu_terminals'))
  expect(stored).toContain('ssh-ed25519')
  expect(stored).not.toContain('PRIVATE KEY')
  world.clock.advance(61)
  const page = await open()
  await expect.poll(page.text).not.toBe('')
  // The end of the rental closes it, and its page is told why.
  await user.call(releaseGpu, { rentalId: rental.id })
  expect(await page.closed).toBe(terminalCloses.over)
  expect(await keysLeft()).toBe(0)
  await expect(user.call(terminalTicket, { rentalId: rental.id, kind: 'shell' })).rejects.toMatchObject({
    reason: 'RENTAL_OVER',
  })
})
