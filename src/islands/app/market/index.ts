/** Screens of a product line, for features that link to its orders. */
export { linesOf } from './line.ts'
