// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#lib/contract/endpoint.ts'

/** Replies of the service; each test changes its own part. */
const NOW = 1_800_000_000
const wallet = (id: string, currencyCode: string, changed = {}) => ({
  _id: id,
  addressName: id,
  walletAddress: `address of ${id}`,
  currencyCode,
  chainCode: currencyCode === 'ALEO' ? 'ALEO' : 'ETH',
  chainName: '',
  holdUntil: null,
  ...changed,
})
let wallets = [wallet('old', 'ALEO'), wallet('dollars', 'USDT')]
let requests: { walletId: string; walletAddress: string; amount: string; fee: string; requestId: string }[] = []
let answer: (payload: (typeof requests)[number]) => Promise<object>
const requested = (changed = {}) => ({ _id: 'w', status: 0, time: NOW, ...changed })

const replies: Record<string, (payload: never) => object | Promise<object>> = {
  '/user-wallet/wallets': () => ({ groups: wallets.map((one) => ({ currencyCode: one.currencyCode, list: [one] })) }),
  '/withdrawal-log/fee': () => ({
    list: [
      { currencyCode: 'ALEO', chainCode: 'ALEO', fee: '0.05', minimum: '0.3', normal: '3' },
      { currencyCode: 'USDT', chainCode: 'ETH', fee: '3', minimum: '2', normal: '10' },
    ],
  }),
  '/withdrawal-log/overview-data': () => ({
    coins: ['ALEO', 'USDT'].map((currencyCode) => ({ currencyCode, balance: '1000', smallFrom: null })),
    holdUntil: null,
    serverTime: NOW,
  }),
  '/withdrawal-log/withdraw': (payload: (typeof requests)[number]) => {
    requests.push(payload)
    return answer(payload)
  },
}
vi.mock('#app/core/calls/call.ts', () => ({
  call: async ({ path }: Endpoint, payload: never) =>
    structuredClone(await Promise.resolve(replies[path]?.(payload) ?? {})),
}))

/** The dialog's stores as a page has them that was just opened, with the dialog on the screen. */
async function openDialog() {
  const [{ $quote, editDraft, chooseCoin }, asking] = await Promise.all([
    import('#app/withdrawals/draft.ts'),
    import('#app/withdrawals/send-withdrawal.ts'),
  ])
  const close = $quote.listen(() => undefined)
  await expect.poll(() => $quote.get()).toMatchObject({ wallet: expect.anything(), available: '1000' })
  return {
    $quote,
    close,
    send: asking.sendWithdrawal,
    WalletChanged: asking.WalletChangedError,
    editDraft,
    /** Types an amount of a coin and presses "Continue". */
    confirm(coin: 'ALEO' | 'USDT', amount: string) {
      chooseCoin(coin)
      editDraft({ text: amount })
      const ask = asking.takeDraft()
      if (!ask) throw new Error('nothing to confirm')
      return ask
    },
  }
}

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  wallets = [wallet('old', 'ALEO'), wallet('dollars', 'USDT')]
  requests = []
  answer = async () => requested()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('H10 two different withdrawals at once are two requests, each with an answer of its own', async () => {
  const { confirm, send, $quote } = await openDialog()
  const slow = Promise.withResolvers<object>()
  answer = ({ walletId }) => (walletId === 'old' ? slow.promise : Promise.resolve(requested({ _id: 'dollars' })))
  const first = send(confirm('ALEO', '10'), '481516')
  await expect.poll(() => requests).toHaveLength(1)
  const second = confirm('USDT', '100')
  expect(await send(second, '481516')).toMatchObject({ withdrawal: { _id: 'dollars' } })
  confirm('USDT', '70')
  slow.resolve(requested({ _id: 'coins' }))
  expect(await first).toMatchObject({ withdrawal: { _id: 'coins' } })
  expect(requests).toMatchObject([
    { walletId: 'old', amount: '10', fee: '0.05' },
    { walletId: 'dollars', amount: '100', fee: '3' },
  ])
  // Input typed meanwhile is not cleared.
  expect($quote.get().fields.amount).toBe('70')
})

test('the same press twice is one request', async () => {
  const { confirm, send } = await openDialog()
  const ask = confirm('ALEO', '10')
  const [one, other] = await Promise.all([send(ask, '481516'), send(ask, '481516')])
  expect(other).toBe(one)
  expect(requests).toHaveLength(1)
})

test('the confirmed values are sent, whatever is loaded or typed meanwhile', async () => {
  const { confirm, send, editDraft } = await openDialog()
  const ask = confirm('ALEO', '10')
  wallets = [wallet('new', 'ALEO'), ...wallets]
  editDraft({ text: '20' })
  await send(ask, '481516')
  expect(requests).toMatchObject([{ walletId: 'old', amount: '10' }])
})

test('the shown wallet stays the chosen one when a newer one is added', async () => {
  const { confirm, $quote } = await openDialog()
  confirm('ALEO', '10')
  wallets = [wallet('new', 'ALEO'), ...wallets]
  await (await import('#app/wallets/store.ts')).$wallets.reload()
  expect($quote.get().wallets).toHaveLength(2)
  expect($quote.get().wallet?._id).toBe('old')
})

test('the shown address is part of the request, and a changed wallet is shown again', async () => {
  const { confirm, send, WalletChanged, $quote } = await openDialog()
  const ask = confirm('ALEO', '10')
  wallets = [wallet('old', 'ALEO', { walletAddress: 'somewhere else' })]
  const { RefusedError } = await import('#lib/api/errors.ts')
  answer = () => Promise.reject(new RefusedError('409', 'changed', { reason: 'WALLET_CHANGED' }))
  await expect(send(ask, '481516')).rejects.toBeInstanceOf(WalletChanged)
  expect(requests).toMatchObject([{ walletId: 'old', walletAddress: 'address of old' }])
  expect($quote.get().wallet).toMatchObject({ walletAddress: 'somewhere else' })
  // A new confirmation is another request.
  answer = async () => requested()
  await send(confirm('ALEO', '10'), '481516')
  expect(requests[1]).toMatchObject({ walletAddress: 'somewhere else' })
  expect(requests[1]?.requestId).not.toBe(requests[0]?.requestId)
})

test.each([
  ['in this moment', { time: NOW }, true],
  ['later', { time: NOW + 60 }, true],
  ['before', { time: NOW - 1 }, false],
  ['before, and paid', { time: NOW - 1, status: 3 }, false],
  ['now, and cancelled elsewhere', { time: NOW, status: -1 }, false],
])('distinguishes a new withdrawal from an old one: requested %s', async (_, changed, isNew) => {
  const { confirm, send } = await openDialog()
  answer = async () => requested(changed)
  expect(await send(confirm('ALEO', '10'), '481516')).toMatchObject({ isNew })
})

test('the minimum is twice a high fee', async () => {
  const { $quote, confirm, editDraft } = await openDialog()
  confirm('USDT', '6')
  expect($quote.get()).toMatchObject({ receive: '3', error: undefined })
  editDraft({ text: '5.999999' })
  expect($quote.get().error).toBe('BELOW_MINIMUM')
})

test('a lost answer keeps its id, an answer ends it', async () => {
  const { confirm, send } = await openDialog()
  answer = () => Promise.reject(new Error('lost'))
  await expect(send(confirm('ALEO', '10'), '481516')).rejects.toThrow('lost')
  answer = async () => requested({ time: NOW - 1800 })
  await send(confirm('ALEO', '10'), '481516')
  await send(confirm('ALEO', '10'), '481516')
  const [lost, repeated, next] = requests.map(({ requestId }) => requestId)
  expect(repeated).toBe(lost)
  expect(next).not.toBe(lost)
})
