/** What is to be fetched: an address of this site, its bytes, and their SHA-256 in lower-case hex. */
export interface PackageOrder {
  readonly url: string
  readonly size: number
  readonly sha256: string
}

/** The connection broke off, or the answer was no file. What has come is kept: `run` goes on from there. */
export class DownloadBroken extends Error {
  override name = 'DownloadBroken'
}

/** What came is not what was published. Nothing of it is kept. */
export class WrongPackage extends Error {
  override name = 'WrongPackage'
}

export interface PackageDownload {
  /** Bytes that have come so far. */
  received(): number
  /**
   * Fetches what is missing and gives the whole file, its SHA-256 checked. Rejects with DownloadBroken, after which it
   * may be called again and goes on where it was, with WrongPackage, or with the signal's reason.
   */
  run(onProgress: (received: number) => void, signal: AbortSignal): Promise<Blob>
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The download helper (SPEC-7.79): resumable by ranges, and done only when the hash is right. */
export function createPackageDownload(order: PackageOrder, fetchPart: typeof fetch = fetch): PackageDownload {
  let parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0

  function forget(): void {
    parts = []
    received = 0
  }

  async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const headers: Record<string, string> = received > 0 ? { range: `bytes=${received}-` } : {}
    const response = await fetchPart(order.url, { headers, signal, cache: 'no-store', credentials: 'omit' })
    if (!response.ok || !response.body) throw new DownloadBroken(`status ${response.status}`)
    const goesOn = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${received}-`)
    // A server without ranges sends all of it again.
    if (!goesOn) forget()
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
    throw new WrongPackage('the SHA-256 differs')
  }

  return {
    received: () => received,
    async run(onProgress, signal) {
      try {
        if (received < order.size) await take(await open(signal), onProgress)
      } catch (error) {
        if (signal.aborted || error instanceof DownloadBroken) throw error
        throw new DownloadBroken(error instanceof Error ? error.message : String(error))
      }
      if (received < order.size) throw new DownloadBroken('the answer ended early')
      return check()
    },
  }
}
