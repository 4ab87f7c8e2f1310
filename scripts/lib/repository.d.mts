/** The repository of the texts, as PUBLIC_REPOSITORY_URL names it. */
export interface Repository {
  /** Address without the branch: `https://github.com/acme/site`. */
  readonly address: string
  readonly branch: string
  readonly kind: 'github' | 'gitlab'
}
export const REPOSITORY_HINT: string
export function parseRepository(url: string): Repository | undefined
export function editAddress(url: string | undefined, file: string | undefined): string | undefined
