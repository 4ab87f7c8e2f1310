import { atom } from 'nanostores'
import { lastVersion } from '#lib/contract/versions.ts'
import { createResource } from '../core/calls/resource.ts'

/** The newest miner and mobile package. */
export const $release = createResource(lastVersion, { $payload: atom({}) })
