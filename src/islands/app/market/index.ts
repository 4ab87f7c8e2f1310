/** Where the screens of a product line are, for what tells of its orders. */
export { linesOf } from './line.ts'
