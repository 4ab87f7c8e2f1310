/** The points page: today's rate of daily points takes the place of the sentence that names none. */
import { readPublic } from '#lib/api/public-read.ts'
import { pointRateRead } from '#lib/contract/points.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { groupThousands } from '#lib/text/decimal.ts'

const place = document.querySelector<HTMLElement>('[data-rate]')

async function show(sentence: HTMLElement): Promise<void> {
  const { points } = await readPublic(pointRateRead)
  sentence.textContent = interpolate(sentence.dataset.rate ?? '', { points: groupThousands(points) })
}

// Without the service the sentence stays unchanged.
if (place) show(place).catch(() => undefined)
