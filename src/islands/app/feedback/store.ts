import { atom, computed } from 'nanostores'
import { sendPicture } from '#lib/api/pictures.ts'
import { newRequestId } from '#lib/api/request-id.ts'
import * as contract from '#lib/contract/feedback.ts'
import { visibleText } from '#lib/rules/names.ts'
import { browserName } from '#lib/text/browser-name.ts'
import { cutText } from '#lib/text/characters.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $unread, unreadChanged } from '../core/shell/unread.ts'
import { $draft, dropDraft } from './draft.ts'

export type Report = contract.Report

const SIZE = 20

/** The newest reports, loaded again after an answer. */
export const $newestReports = createResource(contract.reportList, {
  $payload: atom({ page: 1, size: SIZE }),
  $changes: computed($unread, ({ data }) => data && String(data.feedback)),
})

const $older = atom<readonly Report[]>([])

/** All that are shown, newest first, each once. */
export const $reports = computed([$newestReports, $older], ({ data }, older) => {
  const rows = new Map<string, Report>()
  for (const one of [...older, ...(data?.records ?? [])]) rows.set(one._id, one)
  return [...rows.values()].sort((a, b) => b.time - a.time || (a._id < b._id ? -1 : 1))
})

export const $hasMoreReports = computed(
  [$newestReports, $reports],
  ({ data }, reports) => data !== undefined && data.total > reports.length,
)

export async function moreReports(): Promise<void> {
  const page = Math.floor($reports.get().length / SIZE) + 1
  const { records } = await call(contract.reportList, { page, size: SIZE })
  $older.set([...$older.get(), ...records])
}

/** Marks the answers of a report as read. */
export async function openReport(report: Report): Promise<void> {
  if (report.isRead) return
  await call(contract.markReportRead, { id: report._id }).catch(() => undefined)
  unreadChanged()
  await $newestReports.reload()
}

/** Sends the draft and deletes it; sent again it is the same report. Returns its id. */
export async function sendReport(): Promise<string> {
  const { category, content, contact, pictures, requestId, consents, fault } = $draft.get()
  const about = consents && { browser: aboutBrowser(), clientVersion: import.meta.env.PUBLIC_VERSION || 'dev' }
  const report = await call(contract.addReport, {
    category,
    content,
    contact,
    pictures: pictures.map(({ id }) => id),
    requestId,
    ...about,
    ...(fault && { faultId: fault }),
  })
  dropDraft()
  await $newestReports.reload()
  return report._id
}

const aboutBrowser = (): string =>
  `${browserName(navigator.userAgent)}; ${navigator.userAgent}`.replace(/\p{Cc}/gu, ' ').slice(0, 300)

export async function followUp(report: Report, content: string, requestId: string): Promise<void> {
  await call(contract.followUpReport, { id: report._id, content, requestId })
  unreadChanged()
  await $newestReports.reload()
}

/** Sends a picture for the draft; it is kept for a day without a report. */
export async function addPicture(file: File): Promise<void> {
  const { ticket } = await call(contract.pictureTicket, {})
  const { id } = await sendPicture(ticket, file)
  const { pictures } = $draft.get()
  $draft.set({ ...$draft.get(), pictures: [...pictures, { id, name: cutText(visibleText(file.name), 60) }] })
}

/** A picture of a report as an address of its data. */
export async function pictureAddress(id: string): Promise<string> {
  const { type, data } = await call(contract.reportPicture, { id })
  return `data:${type};base64,${data}`
}

export const newMessageId = newRequestId
