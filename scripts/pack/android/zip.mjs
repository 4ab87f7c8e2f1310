// Zips of an app. Files that Android maps into memory are stored, and begin at multiples of 4 bytes.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

const ALIGNMENT = 4
const LOCAL_BYTES = 30
const STORED = /\.(?:arsc|png)$/
/** 1980-01-01, the oldest date of a zip: an app has no other, so that its bytes depend on its content alone. */
const DATE = 0x21

/** The fields that both headers of an entry share: version, flags, method, time, date, sum, sizes, lengths. */
function sharedFields({ method, sum, packed, size, name, extra }) {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(sum, 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra, 24)
  return fields
}

function endOfDirectory(count, { start, length }) {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(start, 16)
  return end
}

/** A zip of files (`name`, `content`) in their order. */
export function apkZip(files) {
  const parts = []
  const directory = []
  let offset = 0
  for (const { name: text, content } of files) {
    const name = Buffer.from(text)
    const isStored = STORED.test(text)
    const packed = isStored ? content : deflateRawSync(content, { level: 9 })
    const extra = isStored ? (ALIGNMENT - ((offset + LOCAL_BYTES + name.length) % ALIGNMENT)) % ALIGNMENT : 0
    const entry = { method: isStored ? 0 : 8, sum: crc32(content), packed, size: content.length, name }
    const local = ['PK\x03\x04', sharedFields({ ...entry, extra }), name, Buffer.alloc(extra), packed]
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push('PK\x01\x02', Buffer.from([20, 0]), sharedFields({ ...entry, extra: 0 }), place, name)
    const bytes = Buffer.concat(local.map((part) => Buffer.from(part, 'latin1')))
    parts.push(bytes)
    offset += bytes.length
  }
  const list = Buffer.concat(directory.map((part) => Buffer.from(part, 'latin1')))
  return Buffer.concat([...parts, list, endOfDirectory(files.length, { start: offset, length: list.length })])
}

/** The files of a zip in the order of their names. */
export function readZip(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packedBytes, nameBytes] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + packedBytes)
    files.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      content: zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed),
    })
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}
