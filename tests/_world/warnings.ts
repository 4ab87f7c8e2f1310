/** A text that lacks a value fails the run: readers would see a dash at best (service/platform/interpolate.ts). */
const seen = process.listeners('warning').some(({ name }) => name === failOnMissingValue.name)

function failOnMissingValue(warning: Error): void {
  if (warning.name === 'MissingValue') throw warning
}

if (!seen) process.on('warning', failOnMissingValue)
