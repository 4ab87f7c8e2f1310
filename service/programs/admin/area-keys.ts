import type en from './texts/en/operate.json'

/** The name of an area, which is its address too. */
export type AreaKey = Exclude<keyof typeof en.areas, 'label' | 'short' | 'all' | 'groups'>
