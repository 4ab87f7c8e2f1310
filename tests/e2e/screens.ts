import { routes } from '#lib/rules/routes.ts'

/** The address of every screen of the app that needs nothing in its path. */
export const screenPaths = routes.flatMap(({ screen, path }) => (screen && !path.includes(':') ? [path] : []))
