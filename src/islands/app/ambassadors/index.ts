/** Exports for other features. */
export { Programme } from './programme.tsx'
export { $info } from './store.ts'
