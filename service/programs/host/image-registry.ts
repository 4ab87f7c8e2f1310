import { arch } from 'node:os'
import * as v from 'valibot'
import type { ImageProblem } from '#lib/rules/gpu.ts'
import { type ImageReference, parseImageReference } from '#lib/rules/image-references.ts'

/**
 * Asks a public registry about an image before it is pulled (OCI Distribution Specification 1.1, anonymous tokens as Docker's
 * registries give them): whether it exists for this processor, and how much there is to download.
 */

/** The image cannot be started, which is not the machine's fault. */
export class ImageProblemError extends Error {
  override name = 'ImageProblemError'
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

const TIMEOUT_MS = 20_000
/** Manifests and configurations are small. */
const MAX_BYTES = 4_000_000
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

const Platform = v.object({ os: v.string(), architecture: v.string() })
const Index = v.object({ manifests: v.array(v.object({ digest: v.string(), platform: v.optional(Platform) })) })
const Manifest = v.object({
  config: v.object({ digest: v.string() }),
  layers: v.array(v.object({ size: v.pipe(v.number(), v.minValue(0)) })),
})
const Token = v.object({ token: v.optional(v.string()), access_token: v.optional(v.string()) })

export type Fetch = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>

const apiOf = (registry: string): string => (registry === 'docker.io' ? 'registry-1.docker.io' : registry)

/** Bytes to download for an image; undefined where the registry gives no answer. Throws ImageProblemError. */
export async function imageBytes(reference: string, fetchUrl: Fetch = fetch): Promise<number | undefined> {
  const image = parseImageReference(reference)
  if (typeof image === 'string') throw new ImageProblemError('imageUnknown', `${reference} is no public image`)
  try {
    return await ask(image, fetchUrl)
  } catch (error) {
    if (error instanceof ImageProblemError) throw error
    // The engine may still reach it, for example by a mirror.
    return undefined
  }
}

async function ask(image: ImageReference, fetchUrl: Fetch): Promise<number | undefined> {
  const get = createReader(image, fetchUrl)
  const wanted = architectures[arch()] ?? arch()
  const first = await get(`manifests/${image.version}`)
  const index = v.safeParse(Index, first)
  if (!index.success) {
    const manifest = v.parse(Manifest, first)
    const { os, architecture } = v.parse(Platform, await get(`blobs/${manifest.config.digest}`))
    if (os !== 'linux' || architecture !== wanted) throw wrongPlatform(image, `${os}/${architecture}`)
    return sizeOf(manifest)
  }
  const match = index.output.manifests.find(
    ({ platform }) => platform?.os === 'linux' && platform.architecture === wanted,
  )
  if (!match) throw wrongPlatform(image, 'others')
  return sizeOf(v.parse(Manifest, await get(`manifests/${match.digest}`)))
}

const sizeOf = ({ layers }: v.InferOutput<typeof Manifest>): number => layers.reduce((sum, { size }) => sum + size, 0)

const wrongPlatform = ({ text }: ImageReference, found: string) =>
  new ImageProblemError('imagePlatform', `${text} is for ${found}, not for this processor`)

/** Reads JSON of a repository, with a token where the registry wants one. */
function createReader({ registry, repository, text }: ImageReference, fetchUrl: Fetch) {
  const headers: Record<string, string> = { accept: ACCEPT }
  const request = (url: string, more: Record<string, string>) =>
    fetchUrl(url, { headers: more, signal: AbortSignal.timeout(TIMEOUT_MS) })

  async function authorize(challenge: string): Promise<void> {
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1]
    const realm = new URL(field('realm') ?? '')
    if (realm.protocol !== 'https:') throw new Error('a registry has no safe address for tokens')
    realm.searchParams.set('service', field('service') ?? '')
    realm.searchParams.set('scope', `repository:${repository}:pull`)
    const { token, access_token } = v.parse(Token, await readJson(await request(realm.href, {})))
    headers.authorization = `Bearer ${token ?? access_token ?? ''}`
  }

  return async (path: string): Promise<unknown> => {
    const url = `https://${apiOf(registry)}/v2/${repository}/${path}`
    let response = await request(url, headers)
    const challenge = response.headers.get('www-authenticate')
    if (response.status === 401 && headers.authorization === undefined && challenge?.startsWith('Bearer ')) {
      await authorize(challenge)
      response = await request(url, headers)
    }
    // A repository that does not exist looks like one that is not public.
    if ([401, 403, 404].includes(response.status))
      throw new ImageProblemError('imageUnknown', `${text} does not exist, or is not public`)
    return readJson(response)
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`a registry answered ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_BYTES) throw new Error('a registry answered too much')
  return JSON.parse(text)
}

const engineWords: readonly (readonly [RegExp, ImageProblem])[] = [
  [/manifest unknown|not found: manifest|name unknown|repository does not exist|access to the resource is denied|pull access denied/i, 'imageUnknown'],
  [/no matching manifest|no image found in (?:manifest list|image index)|exec format error/i, 'imagePlatform'],
  [/exec: "?\/bin\/sh|\/bin\/sh[`'"]?:? (?:no such file|not found)|stat \/bin\/sh/i, 'imageUnusable'],
] // biome-ignore format: a table of words reads better in rows

/** The problem of an image that an engine's refusal tells of, where the registry gave no answer. */
export const imageProblemIn = (message: string): ImageProblem | undefined =>
  engineWords.find(([words]) => words.test(message))?.[1]
