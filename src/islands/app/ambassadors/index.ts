/** What other features may use of ambassadors. */
export { Programme } from './programme.tsx'
export { $info } from './store.ts'
