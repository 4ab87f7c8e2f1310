// Builds the site for `npm test` and for production, when its sources have changed.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/setup.mjs'

ensureInstalled()
ensureBuilt()
