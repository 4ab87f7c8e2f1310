import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tarGz } from '../../scripts/pack/archives.mjs'
import type { Operator } from './operator.ts'

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** The engine's archive with this text as its addon, which no system can load. */
export const brokenEngine = (text = 'no addon'): Buffer =>
  tarGz(
    [
      { name: 'gpu/README.txt', content: Buffer.from('Graphics card engine'), mode: 0o644 },
      { name: 'gpu/dawn.node', content: Buffer.from(text), mode: 0o644 },
      { name: '../elsewhere.txt', content: Buffer.from('outside'), mode: 0o644 },
    ],
    0,
  )

/** Publishes a release for Linux as `npm run pack` leaves it; without an engine where none is given. */
export async function publishEngine(
  { operate, dataDir }: { operate: Operator; dataDir: string },
  { version, engine }: { version: string; engine?: Buffer },
): Promise<void> {
  const folder = path.join(dataDir, `pack-${version}`)
  mkdirSync(folder)
  const usual = { version, platform: 'linux', architecture: process.arch, signed: false, service: '', changed: false }
  const pack = (file: string, form: string, content: Buffer) => {
    writeFileSync(path.join(folder, file), content)
    const facts = JSON.stringify({ ...usual, file, form, sha256: sha256(content) })
    writeFileSync(path.join(folder, `${file}.facts.json`), facts)
  }
  pack('miner.tar.gz', 'archive', Buffer.from(`miner ${version}`))
  if (engine) pack('gpu.tar.gz', 'gpu', engine)
  const { code, err } = await operate(`versions publish "${folder}"`)
  if (code !== 0) throw new Error(err)
}
