/** The download page: the visitor's own system first, what is published for it, and resumable downloads with hash check. */
import { showInviter } from '#lib/api/inviter.ts'
import { readPublic } from '#lib/api/public-read.ts'
import { releasesRead } from '#lib/contract/versions.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { commandParts, minerCommand } from '#lib/rules/miner.ts'
import { offerCopies } from './download/copy-hash.ts'
import { offerInstallation } from './download/install-app.ts'
import { ownPanel, putOwnFirst } from './download/own-system.ts'
import { part, parts, type Texts } from './download/parts.ts'
import { showRelease } from './download/release-panel.ts'
import { visitorArchitecture, visitorSystem } from './download/visitor-system.ts'

/** The page's text contains the public address: on another address the miner has to connect to the service there. */
function fillCommand(): void {
  const command = commandParts(minerCommand(location.origin))
  for (const [at, place] of [...(part(document, 'command')?.children ?? [])].entries())
    place.textContent = command[at] ?? ''
}

async function start(page: HTMLElement): Promise<void> {
  const texts = JSON.parse(page.dataset.download ?? '{}') as Texts
  const system = visitorSystem()
  fillCommand()
  offerCopies(page)
  offerInstallation(page, system)
  const [releases, architecture] = await Promise.all([
    readPublic(releasesRead).catch(() => undefined),
    visitorArchitecture(),
  ])
  for (const place of parts(page, 'package')) {
    const isOwn = place.dataset.package === ownPanel(system)
    showRelease(place, releases, { texts, architecture: isOwn ? architecture : undefined })
  }
  const checks = part(page, 'checks')
  if (checks) checks.hidden = parts(checks, 'check').every(({ hidden }) => hidden)
  // The Android package runs on no iPhone.
  if (system === 'ios') for (const place of parts(page, 'package=android')) place.hidden = true
  putOwnFirst(page, system)
  part(page, 'list')?.classList.remove('await')
  // The place that the address names has moved.
  document.querySelector(':target')?.scrollIntoView()
}

const page = document.querySelector<HTMLElement>('[data-download]')
if (page) void start(page)
// A user who has just registered on a phone sees the inviter's name.
const code = inviteCodeOf(location.search)
if (code) void showInviter(code)
