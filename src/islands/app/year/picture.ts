import { brand } from '#lib/brand.ts'
import type { drawField, Field, Palette } from './draw-field.ts'

/**
 * The picture that is shared: the field, its time, and only what the user has chosen. Never an amount. Loaded after the screen,
 * which passes what it has already.
 */

export type Shape = 'wide' | 'tall'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Sheet {
  width: number
  height: number
  edge: number
  title: number
  field: Box
}

const sheets: Readonly<Record<Shape, Sheet>> = {
  wide: {
    width: 1600,
    height: 900,
    edge: 72,
    title: 60,
    field: { x: 48, y: 56, width: 1500, height: 800 },
  },
  tall: {
    width: 1080,
    height: 1350,
    edge: 72,
    title: 60,
    field: { x: 46, y: 270, width: 988, height: 940 },
  },
}

export interface Picture extends Field {
  drawField: typeof drawField
  title: string
  /** Lines below the title: the time, and what was chosen. */
  lines: readonly string[]
}

type Pen = CanvasRenderingContext2D

/** Canvas has the font's width only as a keyword, and not in every browser. */
function setFont(pen: Pen, { weight, size, font }: { weight: number; size: number; font: string }): void {
  pen.font = `${weight} ${size}px ${font}`
  if ('fontStretch' in pen) pen.fontStretch = 'semi-expanded'
}

function drawMark(pen: Pen, { x, y, size }: { x: number; y: number; size: number }, palette: Palette): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 28, size / 28)
  pen.fillStyle = palette.content
  pen.fill(new Path2D('M4 4h5v20H4zM12 4h12l-3.2 5H17v15h-5z'))
  pen.fillStyle = palette.primary
  pen.fill(new Path2D('M17 11.5h7.2L21 16.5h-4z'))
  pen.restore()
}

function drawWords(pen: Pen, { title, lines, palette, font }: Picture, { edge, title: size }: Sheet): void {
  pen.textBaseline = 'top'
  pen.fillStyle = palette.content
  setFont(pen, { weight: 660, size, font })
  pen.fillText(title, edge, edge - 6)
  for (const [index, text] of lines.entries()) {
    setFont(pen, { weight: index === 0 ? 600 : 450, size: 30, font })
    pen.fillStyle = index === 0 ? palette.content : palette.muted
    pen.fillText(text, edge, edge + size + 22 + index * 44)
  }
}

function drawFoot(pen: Pen, { palette, font }: Picture, { width, height, edge }: Sheet): void {
  const at = height - edge - 34
  drawMark(pen, { x: edge - 5, y: at - 4, size: 40 }, palette)
  pen.fillStyle = palette.content
  setFont(pen, { weight: 700, size: 30, font })
  pen.fillText(brand.name, edge + 46, at)
  pen.textAlign = 'right'
  pen.fillStyle = palette.muted
  setFont(pen, { weight: 450, size: 26, font })
  pen.fillText(brand.domain, width - edge, at + 3)
  pen.textAlign = 'left'
}

/** Draws the picture in its size. Throws where nothing can be drawn. */
export function drawPicture(canvas: HTMLCanvasElement, shape: Shape, picture: Picture): void {
  const sheet = sheets[shape]
  Object.assign(canvas, { width: sheet.width, height: sheet.height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('nothing draws here')
  pen.fillStyle = picture.palette.ground
  pen.fillRect(0, 0, sheet.width, sheet.height)
  const { layout } = picture
  const { x, y, width, height } = sheet.field
  const unit = Math.min(width / layout.width, height / layout.height)
  pen.save()
  pen.translate(x + (width - layout.width * unit) / 2, y + (height - layout.height * unit) / 2)
  pen.scale(unit, unit)
  picture.drawField(pen, picture)
  pen.restore()
  drawWords(pen, picture, sheet)
  drawFoot(pen, picture, sheet)
}

/** The picture as a file of its own, without anything but its pixels. */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${name}.png`, { type: 'image/png' })
}

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
