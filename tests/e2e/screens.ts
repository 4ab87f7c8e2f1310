import { features } from '#app/features.ts'
import { type Feature, sampleAddress } from '#app/routing/feature.ts'

const declared: readonly Feature[] = features

/** The address of every screen of the app, with the samples that it declares in place of parameters. */
export const screenPaths = declared.flatMap(({ screens }) => Object.values(screens).map(sampleAddress))
