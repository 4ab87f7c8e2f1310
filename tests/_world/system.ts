/**
 * Only variables of the system are passed to a child: settings of this machine do not belong to a test. `npm test` finds the
 * processes of a part by TEST_PART.
 */
export const systemEnv: Record<string, string> = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'TEST_PART', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value]] : []
  }),
)
