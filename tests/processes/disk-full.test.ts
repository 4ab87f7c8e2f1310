import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** No multiple of a block: the disk takes a part of it. */
const content = Buffer.alloc(9_000, 7)

const SAVE = `
  import { saveRelease } from '#service/programs/miner/window/download-file.ts'
  const { service, file, folder } = JSON.parse(process.argv[1])
  console.log(JSON.stringify(await saveRelease(service, file, { folder, onProgress() {} })))`

test('a download of which the disk takes only a part fails, and leaves nothing', async () => {
  const server = createServer((_, response) => response.end(content))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'full-'))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = { url: '/miner.zip', fileName: 'miner.zip', size: content.length, sha256 }
  // The limit of a file's size, in KiB, stands for a full disk: a write up to it is partial.
  const limited = [
    '-c',
    `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`,
    process.execPath,
    '--input-type=module',
    '-e',
    SAVE,
  ]
  const { stdout } = await promisify(execFile)('bash', [...limited, JSON.stringify({ service, file, folder })])
  expect(JSON.parse(stdout)).toEqual({ problem: 'failed', detail: expect.stringContaining('EFBIG') })
  expect(readdirSync(folder)).toEqual([])
  server.close()
  rmSync(folder, { recursive: true })
})
