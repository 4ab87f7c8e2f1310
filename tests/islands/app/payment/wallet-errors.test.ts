import { expect, test } from 'vitest'
import { callToSwitch, callWallet, faultIn } from '#app/payment/browser-wallet/errors.ts'
import { WalletError } from '#app/payment/browser-wallet/wallet.ts'

const withCode = (code: unknown, message = 'something') => Object.assign(new Error(message), { code })

test.each([
  ['a refusal', withCode(4001), 'refused'],
  ['a refusal in words', new Error('MetaMask Tx Signature: User denied transaction signature.'), 'refused'],
  ['a refusal of TronLink, a text', 'Confirmation declined by user', 'refused'],
  ['a refusal with a code of another library', withCode('ACTION_REJECTED', 'user rejected action'), 'refused'],
  ['a refusal within an error', { code: -32603, data: { originalError: { code: 4001 } } }, 'refused'],
  ['a request that is open already', withCode(-32002), 'pending'],
  ['no permission', withCode(4100), 'locked'],
  ['a locked wallet in words', new Error('Wallet is locked'), 'locked'],
  ['no connection', withCode(4900), 'unreachable'],
  ['a chain that is unknown', withCode(4902), 'unknownChain'],
  ['an unknown chain within an error', { code: -32603, data: { originalError: { code: 4902 } } }, 'unknownChain'],
  ['an unknown chain in words', new Error('Unrecognized chain ID "0x38".'), 'unknownChain'],
  ['a method that it does not have', withCode(4200), 'unsupported'],
  ['too little for gas', withCode(-32000, 'insufficient funds for gas * price + value'), 'shortOfGas'],
  ['an internal error', withCode(-32603), undefined],
  ['nothing', undefined, undefined],
  [
    'an error that holds itself',
    Object.assign(new Error('x'), {
      get cause(): unknown {
        return this
      },
    }),
    undefined,
  ],
])('reads %s', (_, error, fault) => expect(faultIn(error)).toBe(fault))

test('an unknown reason stays what the caller says, and the error is kept', async () => {
  const cause = withCode(-32603)
  const call = () => Promise.reject(cause)
  await expect(callWallet(call, 'unclear')).rejects.toMatchObject({ fault: 'unclear', cause })
  await expect(callWallet(() => Promise.reject(withCode(4001)), 'unclear')).rejects.toMatchObject({ fault: 'refused' })
  const known = new WalletError('otherToken')
  await expect(callWallet(() => Promise.reject(known), 'unclear')).rejects.toBe(known)
  await expect(callWallet(async () => 7, 'unclear')).resolves.toBe(7)
})

test.each([
  [4001, 'refused'],
  [-32002, 'pending'],
  [4902, 'unknownChain'],
  [4200, 'cannotSwitch'],
  [-32603, 'cannotSwitch'],
])('a switch that fails with %i is %s', (code, fault) =>
  expect(callToSwitch(() => Promise.reject(withCode(code)))).rejects.toMatchObject({ fault }),
)
