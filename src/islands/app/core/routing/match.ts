import { atom } from 'nanostores'

export interface ScreenMatch {
  /** The screen's name. */
  readonly screen: string
  /** The path that is shown, after redirects. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** The query parameters that the screen has declared, and no others. */
  readonly query: Readonly<Record<string, string>>
}

/** The shown screen; undefined is the not-found page. Only the router sets it. */
export const $match = atom<ScreenMatch | undefined>()
