import type { MissingGpus } from '#lib/contract/gpu.ts'
import type { OfferState } from '#lib/rules/gpu.ts'
import { cutText } from '#lib/text/characters.ts'
import type { GpuRow } from './row.ts'
import type { HostFacts } from './tables.ts'

/** Whether a machine has the GPUs that it is listed with, by what its host reports. One that lacks some is not offered. */

type Reported = HostFacts['gpus'][number]
type Listed = Pick<GpuRow, 'model' | 'memory_mib' | 'count'>

/** What is shown of a machine fits where models are filtered by. */
export const LONGEST = 60
export const modelOf = ({ model }: Reported): string => cutText(model, LONGEST) || 'GPU'

/** Makers, families and sizes: some drivers name them and some do not, and memory is compared by itself. */
const UNSAID = /^(nvidia|geforce|tesla|quadro|\d+gi?b)$/
/** What a driver adds to a model: a listing that names it means it. */
const ADDED = /^(pcie|sxm\d*|hbm\d*e?|generation|graphics)$/

const wordsOf = (model: string): string[] =>
  model
    .toLowerCase()
    .replace(/(\d)\s+(gi?b)\b/g, '$1$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !UNSAID.test(word))

/** An RTX 3070 Ti is no RTX 3070, and an "NVIDIA H100 80GB HBM3" is an H100. */
function isModel(listed: string, reported: string): boolean {
  const [wanted, told] = [wordsOf(listed), wordsOf(reported)]
  if (wanted.length === 0) return listed.trim().toLowerCase() === reported.trim().toLowerCase()
  return wanted.every((word) => told.includes(word)) && told.every((word) => wanted.includes(word) || ADDED.test(word))
}

/** Cards that check their memory use a sixteenth of it for that; 0 is what a driver says that cannot tell. */
const hasMemory = (listedMib: number, reportedMib: number): boolean =>
  reportedMib === 0 || reportedMib * 10 >= listedMib * 9

/** How many of the reported GPUs are as those of a listing. */
export const countLike = ({ model, memory_mib }: Omit<Listed, 'count'>, gpus: readonly Reported[]): number =>
  gpus.filter((one) => isModel(model, modelOf(one)) && hasMemory(memory_mib, one.memoryMib)).length

export const isLacking = (listed: Listed, { gpus }: Pick<HostFacts, 'gpus'>): boolean =>
  countLike(listed, gpus) < listed.count

/** What its owner and operators are told of a machine that lacks GPUs: which are listed, and which were reported. */
export function lackingOf(row: Listed & Pick<GpuRow, 'facts'> & { state: OfferState }): MissingGpus | null {
  if (row.state !== 'lacking') return null
  const reported = new Map<string, MissingGpus['listed']>()
  for (const { model, memoryMib } of row.facts?.gpus ?? []) {
    const key = `${memoryMib}/${model}`
    reported.set(key, { model, memoryMib, count: (reported.get(key)?.count ?? 0) + 1 })
  }
  const listed = { model: row.model, memoryMib: row.memory_mib, count: row.count }
  return { listed, reported: [...reported.values()] }
}
