import { miner } from 'virtual:miner'
import type { Release } from '#lib/contract/versions.ts'
import { localize } from '#lib/i18n/locales.ts'
import * as icons from '#lib/illustration/icons.ts'
import { MINER_FILE } from '#lib/rules/miner.ts'
import { sizeText } from '#lib/text/size.ts'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { $release, offeredPlatforms, ownPlatform, suitsAll } from './store.ts'

/** The miner for the terminal, then what is published, the visitor's own system first. */
export function GetMiner({ title }: { title?: string }) {
  const t = useT()
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="get-miner">
      <h2 id="get-miner" className="title text-lg">
        {title ?? t('download.title')}
      </h2>
      <div className="mt-3 rule">
        <CommandLine />
      </div>
      <Loaded store={$release} skeleton={<ItemSkeleton />} flush>
        {(releases) => (
          <div className="rule border-t border-line empty:hidden">
            {offeredPlatforms(releases, ownPlatform()).map(({ platform, release }) => (
              <Item key={platform} platform={platform} release={release} />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** A row of the height of an item. */
function ItemSkeleton() {
  return (
    <div className="h-[3.8125rem] pt-3">
      <LinesSkeleton lines={2} />
    </div>
  )
}

interface ItemProps {
  platform: Release['platform']
  release: Release | undefined
}

function Item({ platform, release }: ItemProps) {
  const { t, locale } = useLanguage()
  return (
    <div className="flex items-center gap-3 py-3">
      <Frame icon={platform === 'android' ? icons.smartphone : icons.monitor} />
      <span className="flex-1 min-w-0">
        <span className="block font-medium text-sm">{t(`download.${platform}`)}</span>
        <span className="block text-xs text-faint num whitespace-normal!">
          {release ? noteOf(release, t(`download.${platform}Note`)) : t('download.none')}
        </span>
      </span>
      {release && suitsAll(release) ? (
        <File name={release.fileName} url={release.url} />
      ) : (
        <a className="btn btn-line btn-sm" href={localize(`/download#${platform}`, locale)}>
          {t(release ? 'download.files' : 'download.tell')}
        </a>
      )}
    </div>
  )
}

/** The miner for every system, with the command that starts it. */
function CommandLine() {
  const t = useT()
  return (
    <div className="flex items-center gap-3 py-3">
      <Frame icon={icons.terminal} />
      <a className="flex-1 min-w-0 group" href="/user/overview-main/download-pc">
        <span className="block font-medium text-sm group-hover:text-primary">{t('download.command')}</span>
        <span className="block text-xs text-faint num whitespace-normal!">
          {factsOf(miner, t('download.commandNote'))}
        </span>
      </a>
      <File name={MINER_FILE} url={`/${MINER_FILE}`} />
    </div>
  )
}

const noteOf = (release: Release, note: string): string =>
  suitsAll(release) ? factsOf(release, note) : `v${release.version} · ${note}`

const factsOf = ({ version, size }: { version: string; size: number }, note: string): string =>
  `v${version} · ${sizeText(size)} · ${note}`

function File({ name, url }: { name: string; url: string }) {
  const t = useT()
  return (
    <a className="btn btn-line btn-sm btn-square" href={url} download={name} aria-label={t('download.file', { name })}>
      <Icon path={icons.download} />
    </a>
  )
}

function Frame({ icon }: { icon: icons.IconPath }) {
  return (
    <span className="size-9 shrink-0 rounded-field bg-base-200 border border-line grid place-items-center">
      <Icon path={icon} />
    </span>
  )
}
