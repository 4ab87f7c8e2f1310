/**
 * Every table of the database. The folder that owns tables adds them in its `tables.ts`, by declaration merging, and nobody else
 * writes them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its owners fill it
export interface Tables {}
