import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentOf, type DeskBrowser, openDesk, shownAs } from '#world/admin.ts'
import { buy, createMarket, PLAN } from '#world/market.ts'
import { payloads } from '#world/payloads.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let operate: DeskBrowser

beforeEach(async () => {
  world = await createMarket()
  user = await world.user()
  operate = await openDesk(world)
})
afterEach(() => world.close())

const auditOf = (act: string) => world.query('select operator, detail from audit where act = $1 order by at, id', [act])

test('a plan is paused, sold again, and has another stock and price, each asked first', async () => {
  expect((await operate.ask('/plans')).page).toContain(`href="/operate/plans/${PLAN}"`)
  expect((await operate.act(`/plans/${PLAN}/pause`)).after.page).toContain('is not sold any more')
  expect((await operate.ask(`/plans/${PLAN}`)).page).toContain('Sell it again')
  expect((await operate.act(`/plans/${PLAN}/resume`)).after.page).toContain('is on sale')
  await buy(user)
  const less = await operate.act(`/plans/${PLAN}/stock`, { units: '0' })
  expect(less.done).toMatchObject({ status: 409, page: expect.stringContaining('are ordered already') })
  expect((await operate.act(`/plans/${PLAN}/stock`, { units: '77' })).question.page).toContain('to 77?')
  expect((await operate.act(`/plans/${PLAN}/change`, { price: '199.5' })).after.page).toContain('price 199.5 USDT')
  expect((await operate.ask(`/plans/${PLAN}`)).page).toMatch(/<dd>199.5<\/dd>[\s\S]*value="77"/)
  const elsewhere = await operate.act(`/plans/${PLAN}/change`, { price: '200', farm: 'another' })
  expect(elsewhere.question).toMatchObject({ status: 409, page: expect.stringContaining('There is no farm') })
  const sold = await operate.act(`/plans/${PLAN}/change`, { days: '9' })
  expect(sold.question).toMatchObject({
    status: 409,
    page: expect.stringContaining('stays as it is: add another plan'),
  })
  expect(await world.query('select farm from plans where id = $1 and farm = $2', [PLAN, 'another'])).toEqual([])
  for (const price of ['', '-1', 'x', '1e3', '"><script>'])
    expect((await operate.act(`/plans/${PLAN}/change`, { price })).question.status).toBe(409)
  for (const units of ['', '1.5', '-1', '9999999'])
    expect((await operate.act(`/plans/${PLAN}/stock`, { units })).question.status).toBe(409)
  expect((await operate.ask('/plans/none')).status).toBe(404)
  expect((await operate.act('/plans/none/pause')).question.status).toBe(404)
  expect((await operate.act(`/plans/${PLAN}/add`)).question.status).toBe(404)
  expect((await auditOf('plans')).map(({ operator }) => operator)).toEqual(['ada', 'ada', 'ada', 'ada'])
})

test('an invitation under review is accepted, refused with a reason, or taken back', async () => {
  const invited = async () => {
    const invitee = await world.user({ inviteCode: user.info.inviteCode })
    const [row] = await world.query<{ id: string }>(
      `update invitations set review = 'held', judged_at = registered_at, reasons = $1 where invitee_id = $2 returning id`,
      [JSON.stringify([{ sign: 'machine', evidence: '<b>one & the same</b>' }]), invitee.info.id],
    )
    return row?.id ?? ''
  }
  const [one, other] = [await invited(), await invited()]
  expect((await operate.ask('')).page).toMatch(/<strong>2<\/strong> Invitations under review/)
  const { page } = await operate.ask('/invitations')
  expect(page).toContain(shownAs('<b>one & the same</b>'))
  expect((await operate.act(`/invitations/${one}/accept`)).after.page).toContain(
    `Invitation ${one} is accepted and paid.`,
  )
  const none = await operate.act(`/invitations/${other}/refuse`, { reason: '', 'reason-zh': '' })
  expect(none.question).toMatchObject({ status: 409, page: expect.stringContaining('<details open>') })
  const refused = await operate.act(`/invitations/${other}/refuse`, {
    reason: 'One machine',
    'reason-zh': '同一台设备',
  })
  expect(refused.after.page).toContain(`Invitation ${other} is refused.`)
  expect((await operate.act(`/invitations/${other}/accept`)).done.status).toBe(409)
  expect((await operate.act('/invitations/none/accept')).question.status).toBe(409)
  expect((await operate.act(`/invitations/${one}/eat`)).question.status).toBe(404)
  expect(await auditOf('invitations')).toContainEqual({
    operator: 'ada',
    detail: `${other}: refuse: One machine / 同一台设备`,
  })
})

test('G3 two hundred payloads as names of plans stand as they are', async () => {
  for (const payload of payloads) {
    await world.query('update plans set title = $1, title_zh = $1 where id = $2', [payload, PLAN])
    const { page } = await operate.ask(`/plans/${PLAN}`)
    expect(page).toContain(shownAs(`${payload} / ${payload}`))
  }
  expect(contentOf((await operate.ask('/plans')).page)).not.toMatch(/<(?:script|iframe|svg|img|object|embed|base)/i)
})
