import { afterEach, beforeEach, expect, test } from 'vitest'
import { pictureTicket, pictureUpload } from '#lib/contract/feedback.ts'
import { PICTURE_BYTES, TICKET_SECONDS } from '#lib/rules/feedback.ts'
import { deleteUnusedPictures } from '#service/messaging/feedback/pictures.ts'
import { pictureOf, upload } from '#world/pictures.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
})
afterEach(() => world.close())

const ticket = async () => (await user.call(pictureTicket, {})).ticket
const stored = async () =>
  (
    await world.query<{ count: number }>('select count(*)::int as count from report_pictures where picture is not null')
  )[0]?.count

test('accepts PNG, JPEG and WebP by their content, whatever their name', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const)
    expect((await upload(world, await pictureOf(format), { ticket: await ticket(), type: 'image/jpeg' })).code).toBe(0)
  expect(await stored()).toBe(3)
})

test('refuses other files, and stores nothing of them', async () => {
  const png = await pictureOf('png')
  const bad: Buffer[] = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('GIF89a'),
    png.subarray(0, 40),
    Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
    Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPnothing'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    // 100,000 x 100,000 pixels, as its head says.
    Buffer.concat([png.subarray(0, 16), Buffer.from([0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0]), png.subarray(24)]),
  ]
  for (const bytes of bad)
    expect((await upload(world, bytes, { ticket: await ticket() })).data).toMatchObject({
      reason: 'PICTURE_UNREADABLE',
    })
  expect(await stored()).toBe(0)
})

test('accepts one upload per ticket, within its time, up to 5 MB', async () => {
  const png = await pictureOf('png')
  const one = await ticket()
  expect((await upload(world, png, { ticket: one })).code).toBe(0)
  expect((await upload(world, png, { ticket: one })).code).toBe(4001)
  for (const wrong of ['none', user.token, 'x'.repeat(200)])
    expect((await upload(world, png, { ticket: wrong })).code).toBe(4001)
  const late = await ticket()
  world.clock.advance(TICKET_SECONDS)
  expect((await upload(world, png, { ticket: late })).code).toBe(4001)
  const large = await upload(world, Buffer.alloc(PICTURE_BYTES + 1), { ticket: await ticket() })
  expect(large.status).toBe(413)
  expect((await upload(world, Buffer.from('{}'), { ticket: await ticket(), type: 'application/json' })).status).toBe(
    400,
  )
  const foreign = await fetch(`${world.address}/api${pictureUpload.path}`, {
    method: 'POST',
    headers: { origin: 'https://evil.test', 'content-type': 'image/png', ticket: await ticket() },
    body: new Uint8Array(png),
  })
  expect(foreign.status).toBe(403)
})

test('deletes pictures that no report uses after a day', async () => {
  await upload(world, await pictureOf('png'), { ticket: await ticket() })
  await deleteUnusedPictures(world.running.ctx)
  expect(await stored()).toBe(1)
  world.clock.advance(86_401)
  await deleteUnusedPictures(world.running.ctx)
  expect(await stored()).toBe(0)
})
