import type { Readable } from 'node:stream'

/**
 * Reads the first line of a stream without its line feed, and leaves everything after it to the next reader; undefined where the
 * stream ends before, or the line is too long.
 */
export function readFirstLine(stream: Readable, maxLength = 100): Promise<string | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0)
    const finish = (line: string | undefined) => {
      stream.off('readable', onReadable)
      stream.off('end', onEnd)
      stream.off('close', onEnd)
      resolve(line)
    }
    const onEnd = () => finish(undefined)
    const onReadable = () => {
      for (let chunk = stream.read() as Buffer | null; chunk !== null; chunk = stream.read() as Buffer | null) {
        bytes = Buffer.concat([bytes, chunk])
        const end = bytes.indexOf('\n')
        if (end < 0 && bytes.length <= maxLength) continue
        const rest = bytes.subarray(end < 0 ? 0 : end + 1)
        if (rest.length > 0) stream.unshift(rest)
        return finish(end < 0 ? undefined : bytes.toString('latin1', 0, end))
      }
    }
    stream.on('readable', onReadable)
    stream.on('end', onEnd)
    stream.on('close', onEnd)
  })
}
