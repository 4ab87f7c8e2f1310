/** Loads the signed statements of the proofs of liabilities, and shows what was signed: nothing is taken from elsewhere. */
import { readPublic } from '#lib/api/public-read.ts'
import { proofsRead, type SignedStatement } from '#lib/contract/proofs.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { type ProofAsset, type ProofStatement, parseStatement } from '#lib/rules/proofs.ts'
import { groupThousands } from '#lib/text/decimal.ts'

/** A newest proof that is older is remarked: yesterday's is published in the morning. */
const LATE_MS = 3 * 86_400_000

interface Shown extends SignedStatement {
  readonly facts: ProofStatement
}

function amountOf({ units, decimals, asset }: ProofAsset): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${groupThousands(fraction ? `${whole}.${fraction}` : whole)} ${asset}`
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function start(page: HTMLElement): void {
  const texts = JSON.parse(page.dataset.proofs ?? '{}') as Readonly<Record<string, string>>
  const find = (name: string, inside: ParentNode = page) => inside.querySelector<HTMLElement>(`[data-${name}]`)
  const put = (name: string, text: string, inside?: ParentNode) => find(name, inside)?.replaceChildren(text)
  const show = (name: string, isShown: boolean) => find(name)?.toggleAttribute('hidden', !isShown)
  const say = (key: string, values: Record<string, string>) => interpolate(texts[key] ?? '', values)
  const copyOf = (name: string) =>
    page.querySelector<HTMLTemplateElement>(`template[data-${name}]`)?.content.cloneNode(true) as DocumentFragment
  let last: string | undefined

  function assetRow(one: ProofAsset): DocumentFragment {
    const row = copyOf('asset')
    put('name', one.asset, row)
    // A figure too long for its line breaks at its point, before it breaks elsewhere.
    const [whole = '', ...fraction] = amountOf(one).split('.')
    const rest = fraction.flatMap((digits) => [document.createElement('wbr'), `.${digits}`])
    find('owed', row)?.replaceChildren(whole, ...rest)
    put('root', one.root, row)
    put('leaves', groupThousands(String(2 ** one.depth)), row)
    return row
  }

  function dayRow({ statement, facts }: Shown): DocumentFragment {
    const row = copyOf('day')
    put('name', facts.day, row)
    // Each amount keeps its unit where the line breaks.
    const sums = facts.assets.flatMap((one) => {
      const sum = document.createElement('span')
      sum.append(amountOf(one))
      return [sum, ' ']
    })
    find('sums', row)?.append(...sums)
    put('statement', statement, row)
    return row
  }

  async function showNewest({ statement, key, facts }: Shown): Promise<void> {
    const { day, taken, head } = facts
    const values = {
      day,
      taken: `${taken.slice(0, 16).replace('T', ' ')} UTC`,
      head: `${say('transfer', { number: groupThousands(String(head.sequence)) })} ${head.hash}`,
      key,
      // Absent where the page is not served over HTTPS.
      signed: crypto.subtle ? await sha256(statement) : '',
    }
    for (const [name, text] of Object.entries(values)) find(`fact=${name}`)?.replaceChildren(text)
    find('assets')?.replaceChildren(...facts.assets.map(assetRow))
    const isLate = Date.now() - Date.parse(`${day}T00:00:00Z`) > LATE_MS
    put('late', isLate ? say('late', { day }) : '')
    show('late', isLate)
  }

  const parsed = (days: readonly SignedStatement[]): Shown[] =>
    days.map((one) => {
      const facts = parseStatement(one.statement)
      if (!facts) throw new Error(`no statement: ${one.statement}`)
      return { ...one, facts }
    })

  async function load(): Promise<void> {
    const isFirst = last === undefined
    show('away', false)
    show('again', false)
    try {
      const { days, hasMore } = await readPublic(proofsRead, last === undefined ? undefined : { before: last })
      const all = parsed(days)
      const [newest] = all
      if (isFirst && newest) await showNewest(newest)
      if (isFirst) {
        show('none', !newest)
        show('proof', newest !== undefined)
      }
      last = all.at(-1)?.facts.day ?? last
      find('days')?.append(...(isFirst ? all.slice(1) : all).map(dayRow))
      show('earlier', all.length > 1 || hasMore || !isFirst)
      show('more', hasMore)
    } catch {
      show('away', true)
      show('again', true)
    }
    if (isFirst) show('loading', false)
    find('newest')?.setAttribute('aria-busy', 'false')
  }

  put('command', say('command', { address: `${location.origin}/api/proofs` }))
  for (const name of ['again', 'more']) find(name)?.addEventListener('click', () => void load())
  void load()
}

const page = document.querySelector<HTMLElement>('[data-proofs]')
if (page) start(page)
