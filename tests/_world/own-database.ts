/** Owns an embedded database in a process of its own, for tests that kill it: `own-database.ts <folder> [exit]`. */
import { startEmbedded } from '#service/db/embedded/start.ts'

const [folder = '', finish] = process.argv.slice(2)
try {
  const { url, folder: home, adopted, stop } = await startEmbedded({ folder, database: 'svc', fast: true })
  console.log(JSON.stringify({ url, folder: home, adopted }))
  if (finish === 'exit') process.exit()
  process.stdin.resume().once('end', stop)
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
}
