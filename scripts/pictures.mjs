// Draws the picture that a link to a page is shown with, for every built page that names one (`og:image`), from its
// title. Unchanged pictures come from a cache. Run after the build: node scripts/pictures.mjs [dist]
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_TEXT_WIDTH, pictureFonts, pictureGaps, pictureLines } from './lib/social-picture.ts'

const dist = process.argv[2] ?? 'dist'
const cache = path.join('node_modules', '.cache', 'idleforge-pictures')
const [width, height, margin] = [1200, 630, 72]
const night = { ground: '#0B0E10', ink: '#F2F4F5', muted: '#98A3AB', ember: '#EB682A' }

const meta = (html, property) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]?.replace(/&#38;|&amp;/g, '&')

/** Pages with the picture that each of them names. A page in whose place engines list another one shows that one's. */
function* pagePictures() {
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const html = readFileSync(path.join(dist, file), 'utf8')
    const image = meta(html, 'og:image')
    const address = `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`
    if (!image || new URL(meta(html, 'og:url')).pathname !== address) continue
    const locale = /<html lang="zh/.test(html) ? 'zh' : 'en'
    const title = meta(html, 'og:title') ?? ''
    const missing = pictureGaps(title, locale)
    if (missing.length > 0)
      throw new Error(`${file}: the picture's font has no ${missing.join(' ')}; write the title with common characters`)
    if (pictureLines(title, locale) > pictureFonts[locale].maxLines)
      throw new Error(`${file}: the title is too long for the page's picture; shorten it: ${title}`)
    yield { target: path.join(dist, new URL(image).pathname), locale, title, site: meta(html, 'og:site_name') ?? '' }
  }
}

const asMarkup = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function line(text, { locale, size, colour, wrap }) {
  const { file, name } = pictureFonts[locale]
  const markup = `<span foreground="${colour}">${asMarkup(text)}</span>`
  const options = { text: markup, fontfile: file, font: `${name} ${size}`, rgba: true, dpi: 72, spacing: 6 }
  return sharp({ text: { ...options, ...(wrap && { width: PICTURE_TEXT_WIDTH, wrap: 'word-char' }) } })
    .png()
    .toBuffer()
}

async function drawGround() {
  const field = await sharp(path.join(dist, 'week-night.svg'), { density: 150 }).resize({ width: 900 }).png().toBuffer()
  const { height: fieldHeight } = await sharp(field).metadata()
  const right = await sharp(field).extract({ left: 0, top: 0, width: 640, height: fieldHeight }).toBuffer()
  const bar = Buffer.from(`<svg width="64" height="8"><rect width="64" height="8" fill="${night.ember}"/></svg>`)
  return sharp({ create: { width, height, channels: 3, background: night.ground } })
    .composite([
      { input: right, left: width - 640, top: Math.round((height - fieldHeight) / 2) },
      { input: bar, left: margin, top: margin },
    ])
    .png()
    .toBuffer()
}

async function draw(ground, { locale, title, site }) {
  const text = await line(title, { locale, size: pictureFonts[locale].size, colour: night.ink, wrap: true })
  const name = await line(site, { locale: 'en', size: 34, colour: night.muted })
  return sharp(ground)
    .composite([
      { input: text, left: margin, top: margin + 44 },
      { input: name, left: margin, top: height - margin - 30 },
    ])
    .png({ palette: true, colours: 128, effort: 7 })
    .toBuffer()
}

mkdirSync(cache, { recursive: true })
const own = ['pictures.mjs', 'lib/social-picture.ts']
  .map((name) => readFileSync(path.join('scripts', name), 'utf8'))
  .join('')
const illustration = readFileSync(path.join(dist, 'week-night.svg'))
let ground
for (const picture of pagePictures()) {
  const key = createHash('sha256').update(own).update(illustration).update(JSON.stringify(picture)).digest('hex')
  const cached = path.join(cache, `${key.slice(0, 32)}.png`)
  ground ??= await drawGround()
  if (!existsSync(cached)) {
    // By a rename: a build that is stopped, or another one at the same time, would use half a picture.
    const draft = `${cached}.${process.pid}`
    writeFileSync(draft, await draw(ground, picture))
    renameSync(draft, cached)
  }
  mkdirSync(path.dirname(picture.target), { recursive: true })
  copyFileSync(cached, picture.target)
}
