import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'

/** Pictures of all texts, which the build publishes in the sizes that a page asks for. */
const files = import.meta.glob<{ default: ImageMetadata }>('./*/{en,zh}/**/*.{png,jpg,jpeg,webp,avif,svg}', {
  eager: true,
})

/** Width of the text column in CSS pixels, and widths for screens of one to three pixels each: src/styles/docs.css. */
const COLUMN = 528
const widths = [400, COLUMN, 800, 2 * COLUMN]

interface Variant {
  /** A class by which the theme shows or hides it. */
  theme: string
  alt: string
  place: string
}

/** The markup of a picture for one theme. */
async function variantMarkup(path: string, { theme, alt, place }: Variant): Promise<string> {
  const source: (ImageMetadata & { clone?: ImageMetadata }) | undefined =
    files[path.replace(/^src\/content\//, './')]?.default
  if (!source) throw new Error(`${place}: ${path} is no picture that the build knows`)
  // Astro publishes the file itself as soon as a property of it is read; those of its clone are free.
  const file = source.clone ?? source
  const size = `width="${file.width}" height="${file.height}"`
  const image = (src: string) =>
    `<img src="${src}" alt="${alt}" ${size} loading="lazy" decoding="async" data-at="${place}">`
  if (file.format === 'svg') return `<picture${theme}>${image(source.src)}</picture>`
  const own = [...widths.filter((width) => width < file.width), Math.min(file.width, 2 * COLUMN)]
  const sizes = file.width < COLUMN ? `${file.width}px` : `(min-width: 36rem) ${COLUMN / 16}rem, calc(100vw - 2rem)`
  const { srcSet } = await getImage({ src: source, format: 'webp', widths: [...new Set(own)] })
  // With a quality, sharp writes PNG with a palette: a quarter of the bytes.
  const fallback = {
    format: file.format === 'jpg' ? 'jpg' : 'png',
    width: Math.min(file.width, COLUMN),
    quality: 80,
  } as const
  const { src } = await getImage({ src: source, ...fallback })
  return `<picture${theme}><source type="image/webp" srcset="${srcSet.attribute}" sizes="${sizes}">${image(src)}</picture>`
}

const placeholder = /<img data-picture="([^"]*)"(?: data-night="([^"]*)")? data-at="([^"]*)" alt="([^"]*)">/g

/** A rendered text with its pictures. Both variants are in the page; the browser loads those that the theme shows. */
export async function withPictures(html: string): Promise<string> {
  const found = [...html.matchAll(placeholder)]
  const pictures = await Promise.all(
    found.map(async ([, day = '', night, place = '', alt = '']) => {
      if (night === undefined) return variantMarkup(day, { theme: '', alt, place })
      return [
        await variantMarkup(day, { theme: ' class="by-day"', alt, place }),
        await variantMarkup(night, { theme: ' class="by-night"', alt, place }),
      ].join('')
    }),
  )
  return html.replace(placeholder, () => pictures.shift() ?? '')
}
