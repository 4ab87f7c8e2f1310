import { pastedText } from './pasted-text.ts'

/**
 * References of container images, as `docker pull` takes them. Only well-known public registries are allowed: a host pulls inside
 * its owner's network, which a reference must not reach (ADR-198).
 */

export const publicRegistries = [
  'docker.io',
  'gcr.io',
  'ghcr.io',
  'mcr.microsoft.com',
  'nvcr.io',
  'public.ecr.aws',
  'quay.io',
  'registry.gitlab.com',
  'registry.k8s.io',
] as const
export type PublicRegistry = (typeof publicRegistries)[number]

export const MAX_REFERENCE_LENGTH = 255

export interface ImageReference {
  readonly registry: PublicRegistry
  readonly repository: string
  /** A tag, or a digest such as `sha256:…`. */
  readonly version: string
  /** The whole reference, with the registry and the tag that a short one leaves out. */
  readonly text: string
}

const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const FORM = new RegExp(
  `^(${COMPONENT}(?:/${COMPONENT})*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$`,
)

/** Parses a reference; or returns the reason of its refusal. */
export function parseImageReference(typed: string): ImageReference | 'IMAGE_FORM' | 'IMAGE_REGISTRY' {
  const text = pastedText(typed)
  if (text === '' || text.length > MAX_REFERENCE_LENGTH) return 'IMAGE_FORM'
  const [first = '', ...rest] = text.split('/')
  // As Docker tells a registry from a name of its own.
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const registry = hasRegistry ? publicRegistries.find((one) => one === first) : 'docker.io'
  const [, path = '', tag, digest] = FORM.exec(hasRegistry ? rest.join('/') : text) ?? []
  if (path === '') return 'IMAGE_FORM'
  if (registry === undefined) return 'IMAGE_REGISTRY'
  const repository = registry === 'docker.io' && !path.includes('/') ? `library/${path}` : path
  // With both, engines take the digest.
  const version = digest ?? tag ?? 'latest'
  return { registry, repository, version, text: `${registry}/${repository}${digest ? '@' : ':'}${version}` }
}
