import { atom } from 'nanostores'
import { currencyOverview, type EarningType } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { createResource } from '../../core/calls/resource.ts'
import { $settled } from '../store.ts'

/** The coin or source whose figures the detail screen shows. */
export const $detailOf = atom<{ currencyCode: Coin; type?: EarningType } | undefined>()

export const $detail = createResource(currencyOverview, { $payload: $detailOf, $changes: $settled })
