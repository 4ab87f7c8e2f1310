import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type * as icons from '#lib/illustration/icons.ts'

/** The declaration of a feature in its feature.ts. The only part of all features in the first load: keep it lean. */

/** Groups of the navigation, in their order; a group without rows is not drawn. */
export const navGroupNames = ['home', 'mine', 'cloud', 'grow', 'account'] as const

/** A screen's own row in the navigation, with its title. */
interface NavRow {
  readonly group: (typeof navGroupNames)[number]
  /** By its name: the page's HTML holds the drawing. */
  readonly icon: keyof typeof icons
  /** Its rank in the dock of a phone, which has room for four. Needs a short name, `dock.<screen>` in app.json. */
  readonly dock?: number
}

export interface Screen {
  readonly path: string
  readonly load: () => Promise<(props: never) => ReactNode>
  /** The stores that load its data, separate from its components: a first visit loads data before the screen's code. */
  readonly reads?: () => Promise<readonly ReadableAtom[]>
  readonly query?: readonly string[]
  /** Shorter paths of the specification that redirect here. */
  readonly from?: readonly string[]
  readonly nav?: NavRow
  /** The screen whose navigation row is marked for this one. */
  readonly under?: string
  /** Values of the path's parameters for tests that visit every screen. */
  readonly sample?: Readonly<Record<string, string>>
}

export interface Feature {
  /** Catalogues of public/locales that its screens wait for, beside app.json. */
  readonly texts?: readonly string[]
  /** By name. `titles.<name>` in app.json is the title. */
  readonly screens: Readonly<Record<string, Screen>>
}

type Param<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Param<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Props<Path extends string, Query extends string> = Readonly<
  Record<Param<Path>, string> & { [Name in Query]?: string }
>

type Declared<Path extends string, Query extends string> = Omit<Screen, 'path' | 'load' | 'query' | 'sample'> & {
  readonly load: () => Promise<(props: Props<Path, Query>) => ReactNode>
  readonly query?: readonly Query[]
} & ([Param<Path>] extends [never] ? unknown : { readonly sample: Record<Param<Path>, string> })

/** A screen at a path. Its parameters and the query it names are the screen's props, by their names. */
export const screen = <Path extends string, Query extends string = never>(
  path: Path,
  declared: Declared<Path, Query>,
): Screen => ({ path, ...declared })

/** An address of the screen, for tests that walk all of them. */
export const sampleAddress = ({ path, sample = {} }: Screen): string =>
  path.replace(/:(\w+)/g, (parameter, name: string) => sample[name] ?? parameter)
