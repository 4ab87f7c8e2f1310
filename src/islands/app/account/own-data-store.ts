import { atom } from 'nanostores'
import * as contract from '#lib/contract/own-account.ts'
import { updateUser } from '#lib/session/session.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { history } from './factor-store.ts'

export const $closing = createResource(contract.closing, { $payload: atom({}) })

const reload = () => Promise.all([$closing.reload(), history.reload()])

export async function rename(name: string): Promise<void> {
  updateUser(await call(contract.renameUser, { name }))
  await history.reload()
}

/** Exports the user's stored data as a file. */
export async function saveData(): Promise<void> {
  const { data } = await call(contract.exportData, {})
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: 'idleforge-data.json' }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
  await history.reload()
}

/** Closes the account, forfeiting the holdings as shown. Returns the closing time. */
export async function closeAccount(holdings: readonly contract.Holding[]): Promise<number> {
  const balance = holdings.find(({ fate }) => fate === 'balance')?.amount ?? '0'
  const { closesAt } = await call(contract.closeAccount, { balance }).finally(reload)
  return closesAt
}

export async function keepAccount(): Promise<void> {
  await call(contract.keepAccount, {})
  await reload()
}
