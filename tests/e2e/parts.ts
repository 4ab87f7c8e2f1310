/** Parts of a list, so that each is a test of its own and none comes near its time on a slow machine. */
export const inParts = <T>(all: readonly T[], size: number): { readonly name: string; readonly part: readonly T[] }[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => {
    const part = all.slice(index * size, (index + 1) * size)
    return { name: `${index * size + 1} to ${index * size + part.length}`, part }
  })
