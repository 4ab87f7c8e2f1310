import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { cleanUp, isRoot, newFolder, outputOf, query, spawnOwner, start } from '#world/embedded.ts'

afterEach(cleanUp)

describe.runIf(isRoot)('as root', () => {
  test('runs the server as another user', async () => {
    const { cluster } = await start(newFolder())
    const { pid = 0 } = findRunning(cluster) ?? {}
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
    expect(statSync(cluster).uid).toBe(statSync(`/proc/${pid}`).uid)
  })

  test('keeps data in another folder when that user cannot reach the configured one, says where, and stays there', async () => {
    const hidden = newFolder()
    chmodSync(hidden, 0o700)
    const [open, base] = [join(newFolder(), 'open'), join(newFolder(), 'base')]
    mkdirSync(open)
    chmodSync(open, 0o777)
    const requested = join(hidden, 'data')
    const first = await start(requested, { fallbackFolders: [open, base] })
    expect(first.folder).toMatch(new RegExp(`^${base}/data-[0-9a-f]{12}$`))
    expect(first.lines.join()).toContain(`cannot reach ${requested}: its data stand in ${first.folder}`)
    await first.stop()
    chmodSync(hidden, 0o755)
    expect((await start(requested, { fallbackFolders: [open, base] })).folder).toBe(first.folder)
  })

  test('finds data in another folder again when the configured one is moved, and gives none of them to a copy', async () => {
    const hidden = newFolder()
    chmodSync(hidden, 0o700)
    const fallbackFolders = [join(newFolder(), 'base')]
    const [requested, moved, copy] = ['data', 'moved', 'copy'].map((name) => join(hidden, name)) as [
      string,
      string,
      string,
    ]
    const first = await start(requested, { fallbackFolders })
    await query(first.url, 'create table kept ()')
    await first.stop()
    cpSync(requested, copy, { recursive: true })
    renameSync(requested, moved)
    const homes: string[] = []
    // Moved, with a new one in its old place; then both again.
    for (const folder of [moved, requested, moved, requested]) {
      const { folder: home, url, stop } = await start(folder, { fallbackFolders })
      homes.push(home)
      expect([folder, await query(url, `select to_regclass('kept') is not null as kept`)]).toEqual([
        folder,
        [folder === moved],
      ])
      await stop()
    }
    expect(homes).toEqual([first.folder, homes[1], first.folder, homes[1]])
    expect(homes[1]).not.toBe(first.folder)
    await expect(start(copy, { fallbackFolders })).rejects.toThrow(
      `${copy} is a copy of ${moved}, whose data stand in `,
    )
  })

  test('does not start over when data in another folder are missing, or the configured folder was removed', async () => {
    const hidden = newFolder()
    chmodSync(hidden, 0o700)
    const [requested, fallbackFolders] = [join(hidden, 'data'), [join(newFolder(), 'base')]]
    const { folder: home, stop } = await start(requested, { fallbackFolders })
    await stop()
    renameSync(home, `${home}.away`)
    await expect(start(requested, { fallbackFolders })).rejects.toThrow(
      `its data stand in ${home}, and are not there. `,
    )
    renameSync(`${home}.away`, home)
    await (await start(requested, { fallbackFolders })).stop()
    rmSync(requested, { recursive: true })
    await expect(start(requested, { fallbackFolders })).rejects.toThrow(
      `was removed, and its data still stand in ${home}. `,
    )
    rmSync(home, { recursive: true })
    await (await start(requested, { fallbackFolders })).stop()
  })

  test('never abandons data that its user can no longer reach', async () => {
    const above = newFolder()
    const requested = join(above, 'data')
    const base = join(newFolder(), 'base')
    await (await start(requested)).stop()
    chmodSync(above, 0o700)
    await expect(start(requested, { fallbackFolders: [base] })).rejects.toThrow(`can't reach its data in ${requested}`)
    expect(existsSync(base)).toBe(false)
    chmodSync(above, 0o755)
    await start(requested, { fallbackFolders: [base] })
  })

  test('runs as an ordinary user without another account', async () => {
    const folder = newFolder()
    const account = { uid: 65534, gid: 65534 }
    chownSync(folder, account.uid, account.gid)
    const owner = spawnOwner(folder, { uid: account.uid })
    const { url, adopted, folder: home } = await outputOf(owner)
    expect([adopted, home, await query(url, 'select 1')]).toEqual([false, folder, [1]])
    const exit = once(owner, 'exit')
    owner.stdin?.end()
    expect(await exit).toEqual([0, null])
    expect(findRunning(clusterOf(folder))).toBeUndefined()
    expect(statSync(clusterOf(folder)).uid).toBe(account.uid)
    // Started by root the next time, it runs as the owner of the data.
    expect(await query((await start(folder)).url, 'select 1')).toEqual([1])
  })
})
