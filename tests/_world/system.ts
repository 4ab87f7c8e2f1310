/** Only what the system needs goes on to a child: settings of this machine are none of the test's. */
export const systemEnv: Record<string, string> = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value]] : []
  }),
)
