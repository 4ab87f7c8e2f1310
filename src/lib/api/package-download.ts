/** The file to download: its path on this site, its size in bytes, and its SHA-256 in lower-case hex. */
export interface PackageRequest {
  readonly url: string
  readonly size: number
  readonly sha256: string
}

/** The connection broke off, or the response was not a file. Received bytes are kept: `run` resumes from there. */
export class DownloadInterruptedError extends Error {
  override name = 'DownloadBroken'
}

/** The received file differs from the published one. All received bytes are discarded. */
export class PackageMismatchError extends Error {
  override name = 'WrongPackage'
}

export interface PackageDownload {
  /** Number of bytes received. */
  received(): number
  /**
   * Downloads the missing bytes and returns the whole file after checking its SHA-256. Rejects with
   * DownloadInterruptedError (call again to resume), with PackageMismatchError, or with the signal's reason.
   */
  run(onProgress: (received: number) => void, signal: AbortSignal): Promise<Blob>
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The download helper (SPEC-7.79): resumes by range requests and finishes only when the hash matches. */
export function createPackageDownload(order: PackageRequest, fetchPart: typeof fetch = fetch): PackageDownload {
  let parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0

  function forget(): void {
    parts = []
    received = 0
  }

  async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const headers: Record<string, string> = received > 0 ? { range: `bytes=${received}-` } : {}
    const response = await fetchPart(order.url, { headers, signal, cache: 'no-store', credentials: 'omit' })
    if (!response.ok || !response.body) throw new DownloadInterruptedError(`status ${response.status}`)
    const isContinued =
      response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${received}-`)
    // A server without range support sends the whole file again.
    if (!isContinued) forget()
    return response.body
  }

  async function take(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (received: number) => void) {
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parts.push(value)
      received += value.length
      if (received > order.size) {
        await reader.cancel()
        return
      }
      onProgress(received)
    }
  }

  async function check(): Promise<Blob> {
    const file = new Blob(parts, { type: 'application/octet-stream' })
    const right = file.size === order.size && hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    if (right === order.sha256) return file
    forget()
    throw new PackageMismatchError('the SHA-256 differs')
  }

  return {
    received: () => received,
    async run(onProgress, signal) {
      try {
        if (received < order.size) await take(await open(signal), onProgress)
      } catch (error) {
        if (signal.aborted || error instanceof DownloadInterruptedError) throw error
        throw new DownloadInterruptedError(error instanceof Error ? error.message : String(error))
      }
      if (received < order.size) throw new DownloadInterruptedError('the answer ended early')
      return check()
    },
  }
}
