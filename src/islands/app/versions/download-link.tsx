import { useStore } from '@nanostores/react'
import { useT } from '../core/texts/i18n.ts'
import { $ownRelease, suitsAll } from './store.ts'

/** Leads to the program for this system if one is published, else to the page that explains how to get the miner. */
export function DownloadLink() {
  const t = useT()
  const release = useStore($ownRelease)
  if (!release || release.platform === 'android' || !suitsAll(release))
    return (
      <a className="link text-base-content" href="/user/overview-main/download-pc">
        {t('download.get')}
      </a>
    )
  return (
    <a className="link text-base-content" href={release.url} download>
      {t('download.version', { version: release.version })}
    </a>
  )
}
