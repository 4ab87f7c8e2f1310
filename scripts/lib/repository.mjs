// The repository of the texts: PUBLIC_REPOSITORY_URL is the address of a branch, as a browser shows it.

export const REPOSITORY_HINT =
  'the address of a branch, as the browser shows it: https://github.com/acme/site/tree/main, or https://gitlab.com/acme/site/-/tree/main'

/** GitLab has groups in groups, and `-` before its own pages; GitHub and those like it have an owner and a name. */
const forms = {
  gitlab: /^(https?:\/\/[\w.:-]+(?:\/[\w.-]+){2,})\/-\/tree\/([\w./+-]+)$/,
  github: /^(https?:\/\/[\w.:-]+(?:\/[\w.-]+){2})\/tree\/([\w./+-]+)$/,
}

/** A repository, or undefined for an address of another form. One with a password in it would publish the password. */
export function parseRepository(url) {
  if (!URL.canParse(url)) return undefined
  const { username, password, search, hash } = new URL(url)
  if (username || password || search || hash || /\/\.\.?(?:\/|$)/.test(url)) return undefined
  for (const [kind, form] of Object.entries(forms)) {
    const [, address, branch] = form.exec(url.replace(/\/+$/, '')) ?? []
    if (branch && !/^\/|\/\//.test(branch) && !/\/-(?:\/|$)/.test(address)) return { address, branch, kind }
  }
  return undefined
}

/** Where a file of the project is edited in the browser; undefined without a repository. */
export function editAddress(url, file) {
  const repository = url ? parseRepository(url) : undefined
  if (!repository || !file) return undefined
  const { address, branch, kind } = repository
  return `${address}${kind === 'gitlab' ? '/-' : ''}/edit/${branch}/${file}`
}
