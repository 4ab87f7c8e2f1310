// Settings of `npm run demo` for the service: data and a database of its own, beside the ordinary ones.
import path from 'node:path'

/** @param {Record<string, string | undefined>} env */
export const demoSettings = (env) => ({
  DEMO: '1',
  DATA_DIR: path.join(env.DATA_DIR?.trim() || '.data', 'demo'),
  DATABASE_URL: '',
})
