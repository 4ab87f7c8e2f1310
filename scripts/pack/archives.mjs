// Archives with the same bytes for the same content: no owner, no time but the given one, entries in the given order.
import { gzipSync } from 'node:zlib'

/** Level 9 takes five times as long for 1 % less. */
const GZIP_LEVEL = 6
const BLOCK = 512

const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
const padTo = (size, unit) => Buffer.alloc((unit - (size % unit)) % unit)

/** A header of POSIX ustar: name, mode, owner, size, time, sum, kind. */
function tarHeader({ name, mode, size, seconds, kind }) {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar header.`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  const fields = [octal(mode, 8), octal(0, 8), octal(0, 8), octal(size, 12), octal(seconds, 12), ' '.repeat(8), kind]
  header.write(fields.join(''), 100, 'latin1')
  header.write('ustar\0' + '00' + 'root', 257, 'latin1')
  header.write('root', 297, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** The folders above the files, each once, before what is in them. */
function foldersOf(files) {
  const folders = new Set()
  for (const { name } of files)
    for (let at = name.indexOf('/', 2); at > 0; at = name.indexOf('/', at + 1)) folders.add(name.slice(0, at + 1))
  return [...folders]
}

/** A compressed tar of files: `name`, `content`, `mode`. */
export function tarGz(files, seconds) {
  const folders = foldersOf(files).map((name) => tarHeader({ name, mode: 0o755, size: 0, seconds, kind: '5' }))
  const entries = files.flatMap(({ name, content, mode }) => [
    tarHeader({ name, mode, size: content.length, seconds, kind: '0' }),
    content,
    padTo(content.length, BLOCK),
  ])
  return gzipSync(Buffer.concat([...folders, ...entries, Buffer.alloc(2 * BLOCK)]), { level: GZIP_LEVEL })
}

/** The ar format of Debian's packages. */
export function ar(files, seconds) {
  const parts = files.flatMap(({ name, content }) => [
    `${name.padEnd(16)}${String(seconds).padEnd(12)}0     0     100644  ${String(content.length).padEnd(10)}\`\n`,
    content,
    content.length % 2 === 0 ? '' : '\n',
  ])
  return Buffer.concat(['!<arch>\n', ...parts].map((part) => Buffer.from(part)))
}
