/** Waits that somebody may cut short. One waits at a time. */
export class WakeableSleep {
  #wake: (() => void) | undefined

  /** Ends the current wait, if any. */
  wake(): void {
    this.#wake?.()
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#wake = done
    })
  }

  async until(promise: Promise<void>): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([promise, woken])
    this.#wake = undefined
  }
}
