import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addReport, reportList } from '#lib/contract/feedback.ts'
import { contentOf, type DeskBrowser, openDesk, shownAs } from '#world/admin.ts'
import { payloads } from '#world/payloads.ts'
import { pictureOf, sentPicture } from '#world/pictures.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let operate: DeskBrowser

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
  operate = await openDesk(world)
})
afterEach(() => world.close())

const report = async (parts: object = {}) =>
  (
    await user.call(addReport, {
      category: 'earnings',
      content: 'The chart shows 13 days.\nIt should show 14.',
      requestId: randomUUID(),
      ...parts,
    })
  )._id
const shown = async (id: string) => (await user.call(reportList, {})).records.find(({ _id }) => _id === id)

test('a report is read with its pictures, answered and closed, and the user has the answer', async () => {
  const picture = await sentPicture(world, user, await pictureOf('png'))
  const id = await report({ contact: 'me@example.test', pictures: [picture] })
  expect((await operate.ask('')).page).toMatch(/<strong>1<\/strong> Reports to answer/)
  expect((await operate.ask('/reports')).page).toContain(`href="/operate/reports/${id}"`)
  const { page } = await operate.ask(`/reports/${id}`)
  expect(page).toContain('The chart shows 13 days.\nIt should show 14.')
  expect(page).toContain('me@example.test')
  const address = new RegExp(`src="/operate(/reports/${id}/pictures/[^"]+)"`).exec(page)?.[1] ?? ''
  const image = await fetch(`${world.address}/operate${address}`, { headers: { cookie: operate.cookie } })
  expect(image.headers.get('content-type')).toBe('image/webp')
  expect(image.headers.get('cache-control')).toBe('no-store')
  expect(
    Buffer.from(await image.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  // To nobody else, and by no other report.
  const stranger = await fetch(`${world.address}/operate${address}`)
  expect(stranger.headers.get('content-type')).toContain('text/html')
  const other = await report()
  expect((await operate.ask(address.replace(id, other))).status).toBe(404)

  world.clock.advance(60)
  const answer = 'Fixed in **2.8.1**.\n\nThanks & greetings.'
  const answered = await operate.act(`/reports/${id}/answer`, { answer: answer.replaceAll('\n', '\r\n') })
  expect(answered.question.page).toContain(`Answer report ${id} of ${user.email}`)
  expect(answered.after.page).toContain(`Report ${id} is answered.`)
  expect(await shown(id)).toMatchObject({ status: 'Replied', result: answer })
  expect((await operate.act(`/reports/${id}/close`)).after.page).toContain('is closed.')
  expect(await shown(id)).toMatchObject({ status: 'Closed' })
  expect((await operate.ask(`/reports/${id}`)).page).not.toContain('<textarea')
  expect((await operate.act(`/reports/${id}/answer`, { answer: 'Late' })).done).toMatchObject({ status: 409 })
  expect(
    await world.query(`select operator, detail from audit where act = 'reports' and detail like '%answer%'`),
  ).toEqual([{ operator: 'ada', detail: `answer ${id} of ${user.email}` }])
})

test('an answer that readers would not see as it is stays in the form; none names a file of the node', async () => {
  const id = await report()
  const answer = '<b>Fixed</b> </textarea><script>alert(1)</script>'
  const refused = await operate.act(`/reports/${id}/answer`, { answer, close: '1' })
  expect(refused.question).toMatchObject({ status: 409, page: expect.stringContaining('has HTML') })
  expect(refused.question.page).toContain(shownAs(answer))
  expect(refused.question.page).toMatch(/name="close" value="1" checked/)
  expect((await operate.act(`/reports/${id}/answer`, { answer: ' ' })).question.status).toBe(409)
  await operate.act(`/reports/${id}/answer`, { answer: '@/etc/passwd', close: '1' })
  expect(await shown(id)).toMatchObject({ status: 'Closed', result: '@/etc/passwd' })
  expect((await operate.ask('/reports/none')).status).toBe(404)
  expect((await operate.act('/reports/none/close')).question.status).toBe(404)
})

test('G3 two hundred payloads in reports stand as they were typed', async () => {
  const ids: string[] = []
  for (const payload of payloads.slice(0, 50))
    ids.push(await report({ content: payload, contact: payload.replace(/\s/g, ' ').slice(0, 100) }))
  const rows = await world.query<{ report_id: string }>('select report_id from report_words')
  expect(rows).toHaveLength(50)
  for (const [index, payload] of payloads.entries()) {
    const id = ids[index % 50] as string
    await world.query('update report_words set content = $1 where report_id = $2', [payload, id])
    const { page } = await operate.ask(`/reports/${id}`)
    expect(page).toContain(`<p class="words">${shownAs(payload)}</p>`)
    expect(contentOf(page)).not.toMatch(
      /<(?:script|iframe|svg|object|embed|base|math|marquee|body on)|javascript:[^<]*">here<\/a>/i,
    )
  }
  const list = (await operate.ask('/reports?state=all')).page
  expect(contentOf(list)).not.toMatch(/<(?:script|iframe|svg|img|object|embed|base)/i)
})
