// Builds the site for `npm test` and for production, when its sources have changed; `--into FOLDER` builds it there with the
// settings of this process, and leaves `dist` as it is.
import { buildBeside, ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled()
const [option, folder] = process.argv.slice(2)
if (option === '--into' && folder) buildBeside(folder)
else ensureBuilt()
