// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFlow } from '#app/payment/browser-wallet/flow.ts'
import type { WalletPayment } from '#app/payment/browser-wallet/payment.ts'
import { $transfers, openTransfer, saveTransfer } from '#app/payment/browser-wallet/transfers.ts'
import { type BrowserWallet, WalletError, type WalletFault } from '#app/payment/browser-wallet/wallet.ts'
import { ACCOUNT, createWallet, OTHER_ACCOUNT, PAYEE, SENT_ID, TOKEN, transfer } from '#world/browser-wallet.ts'

const invoice: WalletPayment = {
  id: 'CM1',
  ...{ network: 'BSC', networkName: 'BNB Smart Chain (BEP20)', address: PAYEE, amount: '20', transactionId: null },
  token: { contract: TOKEN, chainId: '56', decimals: 18 },
}
const NOW = 1_800_000_000
const refuse = (fault: WalletFault, id?: string) => () => Promise.reject(new WalletError(fault, { ...(id && { id }) }))

beforeEach(() => {
  localStorage.clear()
  $transfers.set([])
})

/** A payer with wallets, and a payment that a test may change. */
function begin(of: Partial<BrowserWallet> = {}, others: BrowserWallet[] = []) {
  const { wallet, change } = createWallet(of)
  const world = { payment: invoice as WalletPayment | undefined, onReload: async () => {} }
  const sent = vi.fn<(id: string, payment: WalletPayment) => void>()
  const flow = createFlow({
    wallets: () => [wallet, ...others],
    payment: () => world.payment,
    reload: () => world.onReload(),
    onSent: sent,
    nameOf: ({ name }) => name ?? '',
    now: () => NOW,
  })
  return { flow, wallet, world, sent, change, state: () => flow.$state.get() }
}

/** The same, up to the last look before it is sent. */
async function review(of: Partial<BrowserWallet> = {}) {
  const begun = begin(of)
  await begun.flow.choose(begun.wallet)
  return begun
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('from the wallet to the last look', () => {
  test('one wallet is asked at once, several are offered', async () => {
    const { flow, state } = begin()
    flow.start()
    expect(state()).toMatchObject({ step: 'connecting' })
    await settled()
    expect(state()).toMatchObject({ step: 'review', account: ACCOUNT, canSend: true, isBusy: false })
    const many = begin({}, [createWallet({ id: 'two' }).wallet])
    many.flow.start()
    expect(many.state()).toEqual({ step: 'wallets' })
  })

  test.each(['refused', 'pending', 'locked', 'failed'] as const)(
    'a connection that is %s comes back',
    async (fault) => {
      const { state } = await review({ connect: refuse(fault) })
      expect(state()).toEqual({ step: 'wallets', fault })
    },
  )

  test.each(['shortOfToken', 'otherToken', 'unreachable'] as const)('%s keeps it from being sent', async (fault) => {
    const send = vi.fn(async () => SENT_ID)
    const { flow, state } = await review({ assertCanPay: refuse(fault), send })
    expect(state()).toMatchObject({ step: 'review', canSend: false, fault })
    await flow.send()
    expect(send).not.toHaveBeenCalled()
  })

  test('what is short can be looked at again', async () => {
    const assertCanPay = vi.fn(refuse('shortOfToken') as () => Promise<void>)
    const { flow, state } = await review({ assertCanPay })
    assertCanPay.mockResolvedValue(undefined)
    await flow.checkAgain()
    expect(state()).toMatchObject({ step: 'review', canSend: true, isBusy: false })
    expect(state()).not.toHaveProperty('fault')
  })

  test('too little for the fee is said, and left to the wallet', async () => {
    const { flow, state } = await review({ assertCanPay: refuse('shortOfGas') })
    expect(state()).toMatchObject({ canSend: true, fault: 'shortOfGas' })
    await flow.send()
    expect(state()).toEqual({ step: 'sent', id: SENT_ID })
  })

  test('an answer that comes after it was given up changes nothing', async () => {
    const late = Promise.withResolvers<string>()
    const { flow, wallet, state } = begin({ connect: () => late.promise })
    const chosen = flow.choose(wallet)
    flow.back()
    late.resolve(ACCOUNT)
    await chosen
    expect(state()).toEqual({ step: 'wallets' })
  })
})

describe('on another network', () => {
  test('nothing is sent before the wallet has switched', async () => {
    let chain = '1'
    const send = vi.fn(async () => SENT_ID)
    const { flow, state } = await review({
      chainId: async () => chain,
      switchTo: async (wanted) => {
        chain = wanted
      },
      send,
    })
    expect(state()).toMatchObject({ step: 'network', isBusy: false })
    await flow.send()
    expect(send).not.toHaveBeenCalled()
    await flow.switchNetwork()
    expect(state()).toMatchObject({ step: 'review', canSend: true })
  })

  test.each(['refused', 'unknownChain', 'cannotSwitch'] as const)('a switch that is %s is said', async (fault) => {
    const { flow, state } = await review({ chainId: async () => '1', switchTo: refuse(fault) })
    await flow.switchNetwork()
    expect(state()).toMatchObject({ step: 'network', isBusy: false, fault })
  })

  test('a switch in the wallet itself is noticed', async () => {
    let chain = '1'
    const { state, change } = await review({ chainId: async () => chain })
    chain = '56'
    change()
    await settled()
    expect(state()).toMatchObject({ step: 'review', canSend: true })
    chain = '1'
    change()
    await settled()
    expect(state()).toMatchObject({ step: 'network' })
  })
})

describe('another account', () => {
  test('is checked anew, and said', async () => {
    let account: string | undefined = ACCOUNT
    const assertCanPay = vi.fn(async () => undefined)
    const { state, change } = await review({ account: async () => account, assertCanPay })
    account = OTHER_ACCOUNT
    change()
    await settled()
    expect(state()).toMatchObject({ step: 'review', account: OTHER_ACCOUNT, fault: 'otherAccount', canSend: true })
    expect(assertCanPay).toHaveBeenLastCalledWith({ ...transfer, from: OTHER_ACCOUNT })
    account = undefined
    change()
    await settled()
    expect(state()).toEqual({ step: 'wallets', fault: 'locked' })
  })

  test('at the moment of sending sends nothing', async () => {
    const { flow, state } = await review({ account: async () => OTHER_ACCOUNT, send: refuse('otherAccount') })
    await flow.send()
    expect(state()).toMatchObject({ step: 'review', account: OTHER_ACCOUNT, fault: 'otherAccount' })
    expect($transfers.get()).toEqual([])
  })
})

describe('sending', () => {
  test('asks for exactly the invoice, once, however often it is pressed', async () => {
    const answer = Promise.withResolvers<string>()
    const send = vi.fn(() => answer.promise)
    const { flow, state, sent } = await review({ send })
    const pressed = [flow.send(), flow.send(), flow.send()]
    await settled()
    expect(state()).toMatchObject({ step: 'sending' })
    pressed.push(flow.send())
    answer.resolve(SENT_ID)
    await Promise.all(pressed)
    expect(send.mock.calls).toEqual([[transfer]])
    expect(sent.mock.calls).toEqual([[SENT_ID, invoice]])
    expect(state()).toEqual({ step: 'sent', id: SENT_ID })
  })

  test.each(['refused', 'pending', 'failed', 'unsupported'] as const)(
    'that is %s can be tried again',
    async (fault) => {
      const { flow, state } = await review({ send: refuse(fault) })
      await flow.send()
      expect(state()).toMatchObject({ step: 'review', canSend: true, fault })
      expect(openTransfer($transfers.get(), invoice)).toBeUndefined()
    },
  )

  test.each([
    ['paid meanwhile', undefined, 'review'],
    ['paid in part meanwhile', { ...invoice, amount: '5' }, 'review'],
    ['to another address meanwhile', { ...invoice, address: TOKEN }, 'review'],
  ] as const)('stops when the payment is %s', async (_, after, step) => {
    const send = vi.fn(async () => SENT_ID)
    const { flow, state, world } = await review({ send })
    world.onReload = async () => {
      world.payment = after
    }
    await flow.send()
    expect(send).not.toHaveBeenCalled()
    expect(state()).toMatchObject({ step, ...(after && { fault: 'changed' }) })
  })

  test('that is closed meanwhile is asked for no more', async () => {
    const reloaded = Promise.withResolvers<void>()
    const send = vi.fn(async () => SENT_ID)
    const { flow, world } = await review({ send })
    world.onReload = () => reloaded.promise
    const pressed = flow.send()
    flow.close()
    reloaded.resolve()
    await pressed
    expect(send).not.toHaveBeenCalled()
  })

  test('is noted and looked for, also when the page was left for it', async () => {
    const answer = Promise.withResolvers<string>()
    const { flow, sent } = await review({ send: () => answer.promise })
    const pressed = flow.send()
    await settled()
    expect($transfers.get()).toEqual([{ payment: 'CM1', amount: '20', wallet: 'One', at: NOW }])
    flow.close()
    answer.resolve(SENT_ID)
    await pressed
    expect(sent).toHaveBeenCalledWith(SENT_ID, invoice)
    expect($transfers.get()).toEqual([{ payment: 'CM1', amount: '20', wallet: 'One', at: NOW, id: SENT_ID }])
  })
})

describe('who has asked a wallet before', () => {
  const before = { payment: 'CM1', amount: '20', wallet: 'One', at: NOW - 60, id: SENT_ID }

  test('is warned, and goes on only on purpose', async () => {
    saveTransfer(before)
    const { flow, state } = begin()
    flow.start()
    expect(state()).toEqual({ step: 'warning', before })
    flow.goOn()
    await settled()
    await flow.send()
    expect(state()).toEqual({ step: 'sent', id: SENT_ID })
  })

  test.each([
    ['the service has seen it', { ...invoice, transactionId: SENT_ID }],
    ['it was for another payment to the same address', { ...invoice, id: 'CM2' }],
  ])('is not warned when %s', (_, payment) => {
    saveTransfer(before)
    const { flow, state, world } = begin()
    world.payment = payment
    flow.start()
    expect(state()).toMatchObject({ step: 'connecting' })
  })

  test('in another tab is warned before this one asks', async () => {
    const send = vi.fn(async () => SENT_ID)
    const { flow, state } = await review({ send })
    localStorage.setItem('walletTransfers', JSON.stringify([before]))
    await flow.send()
    expect(state()).toEqual({ step: 'warning', before })
    expect(send).not.toHaveBeenCalled()
  })

  test.each([
    ['without an id', undefined],
    ['with an id that is known before', SENT_ID],
  ])('and got no clear answer is warned, %s', async (_, id) => {
    const { flow, state, sent } = await review({ send: refuse('unclear', id) })
    await flow.send()
    const saved = { payment: 'CM1', amount: '20', wallet: 'One', at: NOW, ...(id && { id }) }
    expect(state()).toEqual({ step: 'warning', before: saved })
    expect(sent.mock.calls).toEqual(id ? [[id, invoice]] : [])
  })

  test.each(['[', '7', '[{}]', '[null]', '[{"payment":1}]'])('a stored %s is nothing', (stored) => {
    localStorage.setItem('walletTransfers', stored)
    const { flow, state } = begin()
    flow.start()
    expect(state()).toMatchObject({ step: 'connecting' })
  })
})
