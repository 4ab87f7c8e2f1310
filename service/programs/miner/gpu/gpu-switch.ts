/** The user's choice, beside the settings of the same file. */
export interface GpuChoice {
  isOn: boolean
  /** The program has begun to start the card: a driver's crash ends the program with it. */
  isStarting: boolean
}

interface Parts {
  kept: GpuChoice | undefined
  /** The option `--gpu`: on for this start, and never kept. */
  isTyped: boolean
  save(): void
  notify(): void
}

/** Whether the graphics card is to mine. Off by default, and after a start of the card that ended the program. */
export class GpuSwitch {
  #isOn: boolean
  #isTyped: boolean
  #isStarting = false
  #hasCrashed: boolean
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { kept, isTyped } = parts
    this.#hasCrashed = !isTyped && (kept?.isStarting ?? false)
    this.#isOn = !this.#hasCrashed && (kept?.isOn ?? false)
    this.#isTyped = isTyped
    this.#parts = parts
  }

  get isOn(): boolean {
    return this.#isTyped || this.#isOn
  }

  /** Whether the program ended the last time while it started the card, which is off since then. */
  get hasCrashed(): boolean {
    return this.#hasCrashed
  }

  get kept(): GpuChoice {
    return { isOn: this.#isOn, isStarting: this.#isStarting }
  }

  /** Switches the card, now and for the next starts. A choice that is in force already changes nothing. */
  set(isOn: boolean): void {
    if (isOn === this.isOn && !this.#hasCrashed) return
    this.#isOn = isOn
    this.#isTyped = false
    this.#hasCrashed = false
    this.#parts.save()
    this.#parts.notify()
  }

  noteStart(isStarting: boolean): void {
    if (isStarting === this.#isStarting) return
    this.#isStarting = isStarting
    this.#parts.save()
  }
}
