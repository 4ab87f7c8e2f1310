import type { ReadableAtom } from 'nanostores'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { features } from '../../features.ts'
import { loadTexts } from '../texts/texts.ts'
import type { Feature, Screen } from './feature.ts'

/** The screens that the features declare, each a chunk of its own. */

type NamesOf<F> = F extends { screens: infer Screens } ? keyof Screens & string : never
export type ScreenName = NamesOf<(typeof features)[number]>

type ScreenView = ComponentType<Readonly<Record<string, string>>>

interface Known extends Screen {
  readonly name: ScreenName
  readonly texts: readonly string[]
}

const declared: readonly Feature[] = features

export const screens: readonly Known[] = declared.flatMap(({ texts = [], screens: own }) =>
  Object.entries(own).map(([name, screen]) => ({ ...screen, name: name as ScreenName, texts })),
)

const byName = new Map<string | undefined, Known>(screens.map((screen) => [screen.name, screen]))

export const screenNamed = (name: string | undefined): Known | undefined => byName.get(name)

const load = ({ load: view, texts }: Known): Promise<ScreenView> =>
  Promise.all([view(), ...texts.map(loadTexts)]).then(([View]) => View as ScreenView)

/** Screens whose code and texts are here, or begin to come when they are first drawn. */
const views = new Map<Known, ScreenView | LazyExoticComponent<ScreenView>>()

export function viewOf(screen: Known): ScreenView {
  const known = views.get(screen) ?? lazy(() => load(screen).then((view) => ({ default: view })))
  views.set(screen, known)
  return known as ScreenView
}

/** The stores that a screen reads, or none. Rejects if their code failed to load. */
export const readsOf = async (name: string | undefined): Promise<readonly ReadableAtom[]> =>
  (await screenNamed(name)?.reads?.()) ?? []

/**
 * Fetches the first screen's code, so that it is drawn at once: React shows a skeleton for at least 300 ms. On failure
 * React requests it again and shows the error.
 */
export async function preloadScreen(name: string | undefined): Promise<void> {
  const screen = screenNamed(name)
  const view = screen && (await load(screen).catch(() => undefined))
  if (view) views.set(screen, view)
}
