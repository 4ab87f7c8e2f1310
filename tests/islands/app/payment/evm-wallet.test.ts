import { describe, expect, test } from 'vitest'
import { addableChains } from '#app/payment/browser-wallet/evm/chains.ts'
import { evmWallet } from '#app/payment/browser-wallet/evm/wallet.ts'
import {
  ACCOUNT,
  createProvider,
  OTHER_ACCOUNT,
  rejection,
  SENT_ID,
  sentCall,
  transfer,
} from '#world/browser-wallet.ts'

function open(answers?: Record<string, unknown>) {
  const provider = createProvider(answers)
  return { provider, wallet: evmWallet({ id: 'one', name: 'One', icon: undefined, provider }) }
}
const word = (number: bigint) => `0x${number.toString(16).padStart(64, '0')}`

test('connects, and names the account and the chain', async () => {
  const { wallet, provider } = open({ eth_chainId: '0xa4b1' })
  expect([await wallet.connect(), await wallet.account(), await wallet.chainId()]).toEqual([ACCOUNT, ACCOUNT, '42161'])
  expect(provider.calls[0]).toEqual({ method: 'eth_requestAccounts' })
})

test.each([
  ['is refused', rejection(4001), 'refused'],
  ['is asked already', rejection(-32002), 'pending'],
  ['shows no account', [], 'locked'],
  ['shows what is no account', ['vitalik.eth'], 'locked'],
  ['answers nothing', undefined, 'locked'],
  ['fails', rejection(-32603), 'failed'],
])('a wallet that %s does not connect: %s', async (_, answer, fault) => {
  const { wallet } = open({ eth_requestAccounts: answer })
  await expect(wallet.connect()).rejects.toMatchObject({ fault })
})

test.each([
  ['0x38', '56'],
  ['0x1', '1'],
  [137, '137'],
])('reads the chain %j as %s', async (answer, id) =>
  expect(await open({ eth_chainId: answer }).wallet.chainId()).toBe(id),
)

test.each(['56', '0x', null, {}])('a chain named %j is unreachable', (answer) =>
  expect(open({ eth_chainId: answer }).wallet.chainId()).rejects.toMatchObject({ fault: 'unreachable' }),
)

describe('a switch of the network', () => {
  test('asks for the chain by its id', async () => {
    const { wallet, provider } = open()
    await wallet.switchTo('42161')
    expect(provider.calls).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa4b1' }] }])
  })

  test('adds a chain that the wallet does not know, and switches where adding does not', async () => {
    const { wallet, provider } = open({ eth_chainId: '0x1' })
    provider.answers.wallet_switchEthereumChain = () => {
      const isFirst = provider.methods().filter((method) => method === 'wallet_switchEthereumChain').length === 1
      return isFirst ? rejection(4902) : null
    }
    await wallet.switchTo('137')
    const order = ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId', 'wallet_switchEthereumChain']
    expect(provider.methods()).toEqual(order)
    expect(provider.calls[1]?.params).toEqual([{ chainId: '0x89', ...addableChains[137] }])
  })

  test.each([
    ['refuses', '56', rejection(4001), 'refused'],
    ['cannot switch', '56', rejection(4200), 'cannotSwitch'],
    ['fails', '56', rejection(-32603), 'cannotSwitch'],
    ['does not know a chain that nobody can add', '31337', rejection(4902), 'unknownChain'],
  ])('of a wallet that %s', async (_, chain, answer, fault) => {
    const { wallet, provider } = open({ wallet_switchEthereumChain: answer })
    await expect(wallet.switchTo(chain)).rejects.toMatchObject({ fault })
    expect(provider.methods()).not.toContain('wallet_addEthereumChain')
  })

  test('whose chain is not added', async () => {
    const answers = { wallet_switchEthereumChain: rejection(4902), wallet_addEthereumChain: rejection(4001) }
    await expect(open(answers).wallet.switchTo('56')).rejects.toMatchObject({ fault: 'refused' })
  })
})

describe('before it is asked to send', () => {
  test.each([
    ['an account with exactly the amount can pay', {}, undefined],
    ['one unit less is too little', { balanceOf: word(transfer.units - 1n) }, 'shortOfToken'],
    ['other decimals are another token', { decimals: word(6n) }, 'otherToken'],
    ['an address without a contract is another token', { decimals: '0x', balanceOf: '0x' }, 'otherToken'],
    ['an answer that is no number is another token', { balanceOf: '0x01' }, 'otherToken'],
    ['a node that does not answer is said', { eth_call: rejection(-32603) }, 'unreachable'],
    ['no coin for the fee is said', { eth_getBalance: '0x0' }, 'shortOfGas'],
    [
      'also where nothing can be estimated',
      { eth_getBalance: '0x0', eth_estimateGas: rejection(-32000) },
      'shortOfGas',
    ],
    ['less than the fee is said', { eth_getBalance: '0x2d79883d1fff' }, 'shortOfGas'],
    ['exactly the fee is enough', { eth_getBalance: '0x2d79883d2000' }, undefined],
    ['a network without a fee needs no coin', { eth_getBalance: '0x0', eth_gasPrice: '0x0' }, undefined],
    ['a node that estimates nothing is left to the wallet', { eth_estimateGas: rejection(-32000) }, undefined],
  ])('%s', async (_, answers, fault) => {
    const checked = open(answers).wallet.assertCanPay(transfer)
    await (fault ? expect(checked).rejects.toMatchObject({ fault }) : expect(checked).resolves.toBeUndefined())
  })
})

describe('a transfer', () => {
  test('is one transaction: of the exact amount, to the exact address, of the exact token and chain', async () => {
    const { wallet, provider } = open()
    expect(await wallet.send(transfer)).toBe(SENT_ID)
    const sent = provider.calls.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent).toEqual([{ method: 'eth_sendTransaction', params: [sentCall] }])
  })

  test.each([
    ['the account has changed', { eth_accounts: [OTHER_ACCOUNT] }, {}, 'otherAccount'],
    ['the wallet was locked', { eth_accounts: [] }, {}, 'otherAccount'],
    ['the chain has changed', { eth_chainId: '0x1' }, {}, 'otherChain'],
    ['the token is no address', {}, { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'otherToken'],
    ['the payee is no address', {}, { to: '0x12' }, 'otherToken'],
  ])('is not asked for when %s', async (_, answers, parts, fault) => {
    const { wallet, provider } = open(answers)
    await expect(wallet.send({ ...transfer, ...parts })).rejects.toMatchObject({ fault })
    expect(provider.methods()).not.toContain('eth_sendTransaction')
  })

  test.each([
    ['is refused', rejection(4001), 'refused'],
    ['waits behind another request', rejection(-32002), 'pending'],
    ['has too little for its fee', rejection(-32000, 'insufficient funds for gas * price + value'), 'shortOfGas'],
    ['fails for no known reason', rejection(-32603), 'unclear'],
    ['is answered with no id', 'ok', 'unclear'],
    ['is answered with nothing', null, 'unclear'],
  ])('that %s is %s', (_, answer, fault) =>
    expect(open({ eth_sendTransaction: answer }).wallet.send(transfer)).rejects.toMatchObject({ fault }),
  )
})

test('follows the account and the chain until it is told to stop', () => {
  const { wallet, provider } = open()
  let changes = 0
  const stop = wallet.watch(() => {
    changes += 1
  })
  provider.emit('accountsChanged')
  provider.emit('chainChanged')
  stop()
  provider.emit('accountsChanged')
  expect([changes, provider.listening()]).toEqual([2, []])
})
