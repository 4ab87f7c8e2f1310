// Zips with the same bytes for the same content.
import { ZipFile } from 'yazl'

const MINUTE_MS = 60_000

/** A time whose local fields are those of UTC: a zip holds fields of a clock, and yazl takes them from the local one. */
function utcFields(seconds) {
  const at = new Date(seconds * 1000)
  return new Date(at.getTime() + at.getTimezoneOffset() * MINUTE_MS)
}

/** A zip of files: `name`, `content`, `mode`. */
export async function zip(files, seconds) {
  const archive = new ZipFile()
  const shared = { mtime: utcFields(seconds), forceDosTimestamp: true, compressionLevel: 6 }
  for (const { name, content, mode } of files) archive.addBuffer(content, name, { ...shared, mode: 0o100000 | mode })
  archive.end()
  const chunks = []
  for await (const chunk of archive.outputStream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
