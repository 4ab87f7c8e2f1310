import { expect, test } from 'vitest'
import { addSystemFolders } from '#service/programs/host/system-path.ts'

test.each([
  [undefined, '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'],
  ['/usr/bin:/bin', '/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'],
  ['/usr/sbin:/usr/bin', '/usr/sbin:/usr/bin:/usr/local/sbin:/sbin'],
  ['/usr/local/sbin:/usr/sbin:/sbin', '/usr/local/sbin:/usr/sbin:/sbin'],
])('with PATH %s, the system’s programs are found behind it', (before, after) => {
  const env: NodeJS.ProcessEnv = before === undefined ? {} : { PATH: before }
  addSystemFolders(env)
  expect(env.PATH).toBe(after)
})
