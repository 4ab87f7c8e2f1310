/** Settings that are wrong, in sentences that name them and say what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
