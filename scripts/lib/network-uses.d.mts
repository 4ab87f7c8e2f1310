/** Every line that is against a rule. `files` are sources by their path. */
export function networkProblems(files: ReadonlyMap<string, string>): string[]
