// The oldest browsers that the site is made for (ADR-039): the target of its scripts and styles, and what the
// checks measure them by. All of their newest parts that the styles stand on: registered custom properties (Safari 16.4,
// Firefox 128) and mixed colours (Chrome 111).

export const oldest = { chrome: 111, edge: 111, firefox: 128, safari: 16.4, ios: 16.4 }

/** As Vite and its tools take it. */
export const targets = Object.entries(oldest).map(([name, version]) => `${name}${version}`)
