import type { MissingGpus } from '#lib/contract/gpu.ts'
import type { OfferState } from '#lib/rules/gpu.ts'
import { cutText } from '#lib/text/characters.ts'
import type { GpuRow } from './row.ts'
import type { HostFacts } from './tables.ts'

/** Compares the GPUs that a host reports with the listed ones. A machine with missing GPUs is not offered. */

type Reported = HostFacts['gpus'][number]
type Listed = Pick<GpuRow, 'model' | 'memory_mib' | 'count'>

/** Longest model name, in characters: the limit of the model filter. */
export const MAX_MODEL_LENGTH = 60
export const modelOf = ({ model }: Reported): string => cutText(model, MAX_MODEL_LENGTH) || 'GPU'

/** Makers, families and memory sizes, which only some drivers name; memory is compared separately. */
const OPTIONAL_WORDS = /^(nvidia|geforce|tesla|quadro|\d+gi?b)$/
/** Words that drivers add to a model. A listing that contains one requires it. */
const DRIVER_WORDS = /^(pcie|sxm\d*|hbm\d*e?|generation|graphics)$/

const wordsOf = (model: string): string[] =>
  model
    .toLowerCase()
    .replace(/(\d)\s+(gi?b)\b/g, '$1$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !OPTIONAL_WORDS.test(word))

/** Whether a reported model is the listed one: an RTX 3070 Ti is no RTX 3070, and an "NVIDIA H100 80GB HBM3" is an H100. */
function isModel(listed: string, reported: string): boolean {
  const [listedWords, reportedWords] = [wordsOf(listed), wordsOf(reported)]
  if (listedWords.length === 0) return listed.trim().toLowerCase() === reported.trim().toLowerCase()
  return (
    listedWords.every((word) => reportedWords.includes(word)) &&
    reportedWords.every((word) => listedWords.includes(word) || DRIVER_WORDS.test(word))
  )
}

/** Accepts 90 %, because cards with ECC use a sixteenth of their memory for it. A driver that does not know reports 0. */
const hasMemory = (listedMib: number, reportedMib: number): boolean =>
  reportedMib === 0 || reportedMib * 10 >= listedMib * 9

/** Number of the reported GPUs that match a listing. */
export const countMatching = ({ model, memory_mib }: Omit<Listed, 'count'>, gpus: readonly Reported[]): number =>
  gpus.filter((one) => isModel(model, modelOf(one)) && hasMemory(memory_mib, one.memoryMib)).length

export const hasMissingGpus = (listed: Listed, { gpus }: Pick<HostFacts, 'gpus'>): boolean =>
  countMatching(listed, gpus) < listed.count

/** Listed and reported GPUs of a machine in state `lacking`, for its owner and operators; null in other states. */
export function missingGpusOf(row: Listed & Pick<GpuRow, 'facts'> & { state: OfferState }): MissingGpus | null {
  if (row.state !== 'lacking') return null
  const reported = new Map<string, MissingGpus['listed']>()
  for (const { model, memoryMib } of row.facts?.gpus ?? []) {
    const key = `${memoryMib}/${model}`
    reported.set(key, { model, memoryMib, count: (reported.get(key)?.count ?? 0) + 1 })
  }
  const listed = { model: row.model, memoryMib: row.memory_mib, count: row.count }
  return { listed, reported: [...reported.values()] }
}
