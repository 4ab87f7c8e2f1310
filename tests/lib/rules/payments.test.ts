import { expect, test } from 'vitest'
import { networkName, transactionIdIn } from '#lib/rules/payments.ts'

const id = `0x${'ab12'.repeat(16)}`

test.each([
  ['LOCAL', 'Testnet (local)'],
  ['ETHEREUM', 'Ethereum (ERC20)'],
  ['BSC', 'BNB Smart Chain (BEP20)'],
] as const)('%s is shown as %s', (network, name) => expect(networkName(network)).toBe(name))

test.each([
  [id, id],
  [`  ${id}\n`, id],
  [id.slice(2), id],
  [id.toUpperCase(), id],
  [`https://etherscan.io/tx/${id}`, id],
  [`https://bscscan.com/tx/${id}#eventlog`, id],
  [`TxID: ${id}.`, id],
  ['０ｘ'.concat(id.slice(2)), id],
  [`\u202a${id.slice(0, 9)}\u200b${id.slice(9)}\u202c`, id],
  [`https://etherscan.io/tx/${id.slice(0, 40)}\u00ad${id.slice(40)}`, id],
  [`${id}0`, undefined],
  [id.slice(0, -1), undefined],
  ['', undefined],
  ['0x', undefined],
  ['https://tronscan.org/#/transaction/xyz', undefined],
])('the transaction in the pasted %j is %j', (pasted, found) => expect(transactionIdIn(pasted, 'ETHEREUM')).toBe(found))

test.each([
  [id.slice(2), id.slice(2)],
  [id.slice(2).toUpperCase(), id.slice(2)],
  [id, id.slice(2)],
  [`https://tronscan.org/#/transaction/${id.slice(2)}`, id.slice(2)],
  [`https://tronscan.io/#/transaction/${id.slice(2)}/token-transfers?lang=zh`, id.slice(2)],
  [`https://nile.tronscan.org/#/transaction/${id.slice(2)}`, id.slice(2)],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', undefined],
  [`${id}0`, undefined],
])('on Tron, the transaction in the pasted %j is %j', (pasted, found) =>
  expect(transactionIdIn(pasted, 'TRON')).toBe(found),
)
