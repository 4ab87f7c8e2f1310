import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { moneyChecks } from '#service/checks.ts'
import { type Verification, verifyMoney } from '#service/money/ledger/verify.ts'
import type { Config } from '#service/platform/config.ts'
import { dataNames, EMBEDDED_DATABASE, embeddedOptions, inDataDir, ownerOfData } from '#service/platform/data-dir.ts'
import { canReach, serverAccount } from '#service/platform/db/embedded/account.ts'
import { copyCluster } from '#service/platform/db/embedded/copy.ts'
import { findEmbeddedUrl, homeOf } from '#service/platform/db/embedded/find-embedded.ts'
import { chownTree } from '#service/platform/db/embedded/folder-access.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { connect, LONG_STATEMENT_MS } from '#service/platform/db/open.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { required, word } from '#service/platform/operator/fields.ts'
import { pathOf } from '#service/platform/operator/paths.ts'
import { makePrivate } from '#service/platform/private-files.ts'
import { noDatabase } from './database.ts'
import { viewOfVerified } from './verify-money.ts'

export const backup = defineCommand({
  name: 'backup FOLDER',
  summary: 'Copy DATA_DIR while the service runs, and open the copy to verify it',
  fields: { word: required(word('Folder'), 'Where to? For example: backup /var/backups/idleforge-2026-12-01') },
  async run(context, { word: folder }) {
    const { config, now } = context
    const target = pathOf(context, folder)
    await assertFree(target, config)
    // Under another name until it is complete and verified: half a backup is never taken for one.
    const scratch = `${target}.making-${process.pid}`
    try {
      await mkdir(scratch, { mode: 0o700 }).catch((error: Error) => {
        throw refused(`${target} can't be made: ${error.message}.`)
      })
      await copyAll(config, scratch)
      const found = await verifyCopy(scratch, now())
      giveToOwner(config, scratch)
      await rename(scratch, target)
      return { ...viewOfVerified(found, doneText(target, found), breachText(target)), audit: target }
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  },
})

const doneText = (target: string, { checks, transfers }: Verification): string =>
  [
    `Backed up to ${target}.`,
    `The copy was opened, and its money is right: ${checks} checks, ${transfers} transfers.`,
    `To go back to it: start the service with DATA_DIR=${target}.`,
  ].join(' ')

const breachText = (target: string): string =>
  `The backup exists: ${target}. The checks above failed in it, so they fail in the database that it copies: run verify-money.`

async function assertFree(target: string, config: Config): Promise<void> {
  if (config.databaseUrl)
    throw refused('The database is not the embedded one: back it up with the tools of PostgreSQL, as the guide says.')
  if (existsSync(target)) throw refused(`${target} exists already: name a folder that is to be made.`)
  const parent = path.dirname(target)
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) throw refused(`There is no folder ${parent}.`)
  if (!path.relative(path.resolve(config.dataDir), target).startsWith('..'))
    throw refused(`${target} is inside of DATA_DIR: a backup belongs elsewhere, at best on another disk.`)
  if (!canReach(parent, serverAccount(clusterOf(homeOf({ folder: inDataDir(config, 'postgres') })))))
    throw refused(
      `The user of the database server can't reach ${parent}: name a folder that everybody may pass through.`,
    )
}

async function copyAll(config: Config, scratch: string): Promise<void> {
  for (const name of dataNames.filter((one) => one !== 'postgres')) {
    const from = inDataDir(config, name)
    if (existsSync(from)) await cp(from, path.join(scratch, name), { recursive: true, preserveTimestamps: true })
  }
  // As private as what it is of, which an older version may have made.
  makePrivate(scratch)
  const folder = inDataDir(config, 'postgres')
  const cluster = clusterOf(homeOf({ folder }))
  const url = await findEmbeddedUrl({ folder, database: EMBEDDED_DATABASE }).catch((error) => {
    throw noDatabase(error, config)
  })
  if (!url) throw unreachable('The embedded database has ended while it was to be copied.')
  const home = path.join(scratch, 'postgres')
  await mkdir(home, { mode: 0o700 })
  await copyCluster({ url, from: cluster, to: clusterOf(home), account: serverAccount(cluster) })
}

/** Made by root of the data of another user, it is that user's too, who would otherwise not start on it. */
function giveToOwner(config: Config, scratch: string): void {
  const owner = ownerOfData(config)
  if (process.getuid?.() === 0 && owner.uid !== 0) chownTree(scratch, owner)
}

/** Starts a server on the copy, which so replays what it has to and stops in order, and checks the money in it. */
async function verifyCopy(scratch: string, now: number): Promise<Verification> {
  const copy = await startEmbedded(embeddedOptions({ dataDir: scratch }))
  const opened = connect(copy.url, () => undefined, { statementMs: LONG_STATEMENT_MS })
  try {
    return await verifyMoney(opened.db, moneyChecks, now)
  } finally {
    await opened.close()
    await copy.stop()
  }
}
