import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { svgProblem } from './svg.ts'

/** A picture of a text, and its variant for the night, by their places below the project. */
export interface Picture {
  day: string
  night?: string
}

/** Above this, every clone and every build carries a camera's original along. */
const MAX_PICTURE_MB = 2
const drawn = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.svg'])
const foreign = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/** A mistake of the author, in a sentence for the author. */
class PictureError extends Error {}

const withSlashes = (file: string) => file.replaceAll('\\', '/')

/** The folder of the texts of one language: `…/docs/en/`. */
const languageFolder = (text: string) => /^(.*\/(?:en|zh))\//.exec(text)?.[1] ?? path.dirname(text)

/** The picture beside the text, else the one beside the English text. Names are compared exactly, as a web server does. */
function findFile(text: string, name: string): string {
  const english = text.replace(/\/zh\//, '/en/')
  const places = [...new Set([text, english])].map((one) => withSlashes(path.resolve(path.dirname(one), name)))
  const [first = ''] = places
  if (!first.startsWith(`${languageFolder(text)}/`))
    throw new PictureError(`lies in another folder: save it beside the text`)
  for (const place of places) {
    const names = listFolder(path.dirname(place))
    if (names.includes(path.basename(place))) return place
    const similar = names.find((one) => one.toLowerCase() === path.basename(place).toLowerCase())
    if (similar) throw new PictureError(`is named ${similar}: write the name with the same letters`)
  }
  const beside = places.length > 1 ? 'beside the text, nor beside the English one' : 'beside the text'
  throw new PictureError(`does not exist ${beside}: save it there`)
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Reads a picture, and returns its size in pixels. */
async function sizeOf(file: string): Promise<string> {
  const name = path.basename(file)
  const megabytes = statSync(file).size / 1_000_000
  if (megabytes > MAX_PICTURE_MB)
    throw new PictureError(
      `(${name}) has ${megabytes.toFixed(1)} MB, more than ${MAX_PICTURE_MB}: export it in a width of 1,100 pixels, photos as .jpg`,
    )
  if (path.extname(file) === '.svg') {
    const problem = svgProblem(readFileSync(file, 'utf8'))
    if (problem) throw new PictureError(`(${name}) ${problem}`)
  }
  try {
    const { width, height } = await sharp(file).metadata()
    return `${width} × ${height}`
  } catch {
    throw new PictureError(`(${name}) cannot be read as a picture: export it again`)
  }
}

/** The name of a file with spaces or Chinese characters is escaped in the address. */
function withoutEscapes(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

const inProject = (file: string) => withSlashes(path.relative(process.cwd(), file))

/**
 * The picture that a text names. `rig.dark.png` beside `rig.png` is its variant for the night. Returns a sentence, without
 * its subject, where the picture cannot be shown.
 */
export async function findPicture(address: string, textUrl: URL): Promise<Picture | string> {
  try {
    return await readPicture(withoutEscapes(address), withSlashes(fileURLToPath(textUrl)))
  } catch (error) {
    if (error instanceof PictureError) return error.message
    throw error
  }
}

async function readPicture(address: string, text: string): Promise<Picture> {
  if (foreign.test(address)) throw new PictureError('is on another site: save it beside the text and write ./name.png')
  if (address.startsWith('/')) throw new PictureError('is no file beside the text: save it there and write ./name.png')
  const ending = path.extname(address)
  if (!drawn.has(ending)) throw new PictureError(`is none of ${[...drawn].join(', ')}: export it as one of them`)
  const nightName = `${address.slice(0, -ending.length)}.dark${ending}`
  if (/\.dark\.\w+$/.test(address))
    throw new PictureError(
      `is a variant for the night: write ${address.replace(/\.dark(?=\.\w+$)/, '')}, and both are shown`,
    )
  const day = findFile(text, address)
  const size = await sizeOf(day)
  const night = path.join(path.dirname(day), path.basename(nightName))
  if (!listFolder(path.dirname(day)).includes(path.basename(night))) return { day: inProject(day) }
  const nightSize = await sizeOf(night)
  if (nightSize !== size)
    throw new PictureError(`has ${size} pixels, and ${path.basename(night)} ${nightSize}: export both in the same size`)
  return { day: inProject(day), night: inProject(night) }
}
