import { brand } from '#lib/brand.ts'
import { qrCode } from '#lib/illustration/qr.ts'

const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 96]
const QR = 560
const night = { ground: '#0C1013', ember: '#FF7A3D', text: '#E8EDF0', muted: '#9AA7B0' }
const FONT = '"Idleforge Sans", ui-sans-serif, system-ui, "PingFang SC", "Noto Sans SC", sans-serif'

interface Shared {
  inviteCode: string
  link: string
  title: string
  text: string
}

/** Words for a line break: Latin ones whole, Han characters one by one. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{Script=Han}，。：；、！？]|[^\s\p{Script=Han}，。：；、！？]+\s*/gu) ?? []

/** Writes a text in lines of the picture's width, and returns where the next one begins. */
function write(pen: CanvasRenderingContext2D, text: string, { at, size }: { at: number; size: number }): number {
  let [line, y] = ['', at]
  for (const word of wordsOf(text)) {
    if (line !== '' && pen.measureText(line + word).width > WIDTH - 2 * EDGE) {
      pen.fillText(line, EDGE, y)
      line = ''
      y += size * 1.25
    }
    line += word
  }
  pen.fillText(line, EDGE, y)
  return y + size * 1.25
}

function drawCode(pen: CanvasRenderingContext2D, link: string, top: number): void {
  const code = qrCode(link)
  const cell = QR / (code.length + 8)
  pen.fillStyle = '#FFFFFF'
  pen.fillRect(EDGE, top, QR, QR)
  pen.fillStyle = '#000000'
  for (const [y, row] of code.entries())
    for (const [x, dark] of row.entries())
      if (dark) pen.fillRect(EDGE + (x + 4) * cell, top + (y + 4) * cell, cell + 0.5, cell + 0.5)
}

/** Draws a picture with the code and the QR code of the link, and hands it to the browser as a file. Throws where it can't be. */
export async function savePicture({ inviteCode, link, title, text }: Shared): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('nothing draws here')
  pen.fillStyle = night.ground
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.textBaseline = 'top'
  pen.fillStyle = night.ember
  pen.font = `650 44px ${FONT}`
  pen.fillText(brand.name, EDGE, EDGE)
  pen.fillStyle = night.text
  pen.font = `650 76px ${FONT}`
  let y = write(pen, title, { at: EDGE + 96, size: 76 })
  pen.fillStyle = night.muted
  pen.font = `400 38px ${FONT}`
  y = write(pen, text, { at: y + 16, size: 38 })
  drawCode(pen, link, HEIGHT - EDGE - QR - 110)
  pen.fillStyle = night.text
  pen.font = `650 64px ${FONT}`
  pen.fillText(inviteCode, EDGE, HEIGHT - EDGE - 64)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: `${brand.name}-${inviteCode}.png` }).click()
  setTimeout(() => URL.revokeObjectURL(address))
}
