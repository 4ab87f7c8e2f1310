import { describe, expect, test } from 'vitest'
import { listenersIn } from '#service/programs/host/own-ports.ts'
import { isInside } from '#service/programs/host/ssh-forwarding.ts'

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['0.0.0.0', true],
  ['rental', true],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example.com', false],
  ['example.com', false],
  ['::ffff:192.168.1.1', false],
])('a connection to %s is forwarded: %s', (host, isForwarded) => expect(isInside(host)).toBe(isForwarded))

describe('the listeners of a user in /proc/net/tcp', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 52001        0 1 1 0000000000000000 100 0 0 10 0
   1: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000 52001        0 2 1 0000000000000000 100 0 0 10 0
   2: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 3 1 0000000000000000 100 0 0 10 0
   3: 0100007F:1F92 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 52001        0 4 1 0000000000000000 20 4 30 10 -1
`
  test.each([
    ['of its own', 52_001, 8080, ['0100007F']],
    ['of its own on every address', 52_001, 8081, ['00000000']],
    ['of somebody else', 52_001, 5432, []],
    ['of a connection that only uses the port', 52_001, 8082, []],
    ['of nobody', 52_001, 9, []],
  ])('%s', (_, uid, port, found) => expect(listenersIn(table, { uid, port })).toEqual(found))
})
