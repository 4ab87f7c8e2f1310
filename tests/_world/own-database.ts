/**
 * Owns an embedded database in a process of its own, for tests that kill it: `own-database.ts <folder> [exit|early|pause]`.
 * It exits as soon as it owns the database; or already while the server starts; or stops then, until SIGCONT.
 */
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'

const [folder = '', finish] = process.argv.slice(2)
if (finish === 'early' || finish === 'pause') {
  const looking = setInterval(() => {
    if (!findRunning(clusterOf(folder))) return
    if (finish === 'early') process.exit()
    clearInterval(looking)
    process.kill(process.pid, 'SIGSTOP')
  }, 1)
}
try {
  const { url, folder: home, adopted, stop } = await startEmbedded({ folder, database: 'svc', fast: true })
  console.log(JSON.stringify({ url, folder: home, adopted }))
  if (finish === 'exit') process.exit()
  process.stdin.resume().once('end', stop)
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
}
