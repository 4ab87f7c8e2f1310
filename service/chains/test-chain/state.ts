import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The state file of the local network. It is written atomically, and only its owner may read it. */

type Header = Readonly<Record<string, string>>
interface State {
  blocks: readonly { header: Header }[]
}

const isGenesis = ({ header }: { header: Header }): boolean => BigInt(header.number ?? -1) === 0n

/** Whether a header of the state is the block of the node's API: field names and formats are the same. */
const isBlock = (header: Header, block: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(header).every(([field, value]) => !(field in block) || block[field] === value)

/**
 * Anvil 1.7 creates a genesis block at each start, saves it beside the loaded one, and serves either at the next start. Only
 * the chain's own one is kept.
 */
export function withOneGenesis(text: string, genesis: Readonly<Record<string, unknown>>): string {
  const state = JSON.parse(text) as State
  const blocks = state.blocks.filter((block) => !isGenesis(block) || isBlock(block.header, genesis))
  return JSON.stringify({ ...state, blocks })
}

/** Decodes the result of `anvil_dumpState`: gzip as hexadecimal digits. */
export const dumpedText = (dump: string): string => gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()

/** Whether a state can be parsed; one that a power failure truncated cannot. */
export function isReadable(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    return Array.isArray((JSON.parse(readFileSync(file, 'utf8')) as State).blocks)
  } catch {
    return false
  }
}
