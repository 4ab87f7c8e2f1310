// The words that packages show of the product.

import { MINER_VERSION } from '../../service/programs/miner/options.ts'
import { brand } from '../../src/lib/brand.ts'

export const version = MINER_VERSION
export const product = `${brand.name} Miner`
export const publisher = brand.name
export const maintainer = `${brand.name} <${brand.supportEmail}>`
export const summary = 'Earns with a PC while it is idle'
