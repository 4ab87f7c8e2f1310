// The oldest supported browsers (ADR-039): target of scripts and styles, and baseline of the checks. The
// newest features that the styles require: registered custom properties (Safari 16.4, Firefox 128) and mixed colours
// (Chrome 111).

export const oldest = { chrome: 111, edge: 111, firefox: 128, safari: 16.4, ios: 16.4 }

/** In the form of Vite and its tools. */
export const targets = Object.entries(oldest).map(([name, version]) => `${name}${version}`)
