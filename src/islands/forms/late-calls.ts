let calls: ReturnType<typeof load> | undefined

async function load() {
  const loaded = await import('./form-calls.ts')
  loaded.openCalls()
  return loaded
}

/** The calls of the forms; rejects if loading fails, and the next call retries. */
export function formCalls() {
  calls ??= load().catch((error: unknown) => {
    calls = undefined
    throw error
  })
  return calls
}

export type FormCalls = Awaited<ReturnType<typeof load>>
