import { promisify } from 'node:util'
import { gunzip, inflateRaw } from 'node:zlib'

/** A file of an archive, by its path in it. */
export interface ArchivedFile {
  name: string
  content: Buffer
}

const BLOCK = 512
const [expandGzip, expandRaw] = [promisify(gunzip), promisify(inflateRaw)]

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('utf8', at, at + length).replace(/\0.*$/s, '')

/** Regular files of a tar (POSIX ustar). */
function readTar(tar: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = []
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    if (!Number.isSafeInteger(size) || at + BLOCK + size > tar.length) throw new Error('the archive is damaged')
    const content = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (textAt(tar, at + 156, 1) === '0') files.push({ name: textAt(tar, at, 100), content })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

/** Signatures, and lengths without names, of APPNOTE.TXT 4.3. */
const zipParts = { end: 0x06054b50, entry: 0x02014b50, endLength: 22, entryLength: 46, headLength: 30 } as const
const DEFLATED = 8

async function readZipEntry(zip: Buffer, at: number): Promise<ArchivedFile & { length: number }> {
  if (zip.readUInt32LE(at) !== zipParts.entry) throw new Error('the archive is damaged')
  const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ]
  const head = zip.readUInt32LE(at + 42)
  const start = head + zipParts.headLength + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
  return {
    name: zip.toString('utf8', at + zipParts.entryLength, at + zipParts.entryLength + nameLength),
    content: zip.readUInt16LE(at + 10) === DEFLATED ? await expandRaw(packed) : packed,
    length: zipParts.entryLength + nameLength + extraLength + noteLength,
  }
}

/** Files of a zip without a comment. */
async function readZip(zip: Buffer): Promise<ArchivedFile[]> {
  const end = zip.length - zipParts.endLength
  if (end < 0 || zip.readUInt32LE(end) !== zipParts.end) throw new Error('the archive is damaged')
  const files: ArchivedFile[] = []
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const { length, ...file } = await readZipEntry(zip, at)
    files.push(file)
    at += length
  }
  return files.filter(({ name }) => !name.endsWith('/'))
}

/** The files of an archive that scripts/pack has made: a zip or a compressed tar. Throws for any other. */
export const readArchive = async (archive: Buffer): Promise<ArchivedFile[]> =>
  archive.toString('latin1', 0, 2) === 'PK' ? readZip(archive) : readTar(await expandGzip(archive))
