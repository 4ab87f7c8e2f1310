import { editAddress } from '../../scripts/lib/repository.mjs'

/** Where a text is edited in the browser: the original's file for one that stands in for its translation. Undefined without a repository. */
export const editAddressOf = ({ filePath }: { filePath?: string | undefined }): string | undefined =>
  editAddress(import.meta.env.PUBLIC_REPOSITORY_URL, filePath)
