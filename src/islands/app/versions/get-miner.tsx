import type { Release } from '#lib/contract/versions.ts'
import * as icons from '#lib/illustration/icons.ts'
import { sizeText } from '#lib/text/size.ts'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../calls/loaded.tsx'
import { useT } from '../texts/i18n.ts'
import { $release } from './store.ts'

/** The latest PC miner and mobile package, in the overview's rail. */
export function GetMiner() {
  const t = useT()
  return (
    <section className="panel p-5" aria-labelledby="get-miner">
      <h2 id="get-miner" className="title text-base">
        {t('download.title')}
      </h2>
      <Loaded store={$release} skeleton={<ItemsSkeleton />} flush>
        {({ windows, android }) => (
          <div className="mt-3 rule">
            <Item
              icon={icons.monitor}
              name={t('download.windows')}
              release={windows}
              note={t('download.windowsNote')}
            />
            <Item
              icon={icons.smartphone}
              name={t('download.android')}
              release={android}
              note={t('download.androidNote')}
            />
            <CommandLine />
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** Three rows of the height of an item. */
function ItemsSkeleton() {
  return (
    <div className="mt-3 h-[11.375rem] pt-3">
      <LinesSkeleton lines={6} />
    </div>
  )
}

interface ItemProps {
  icon: icons.IconPath
  name: string
  note: string
  release: Release | null
}

function Item({ icon, name, note, release }: ItemProps) {
  const t = useT()
  return (
    <div className="flex items-center gap-3 py-3">
      <Frame icon={icon} />
      <span className="flex-1 min-w-0">
        <span className="block font-medium text-sm">{name}</span>
        <span className="block text-xs text-faint num whitespace-normal!">
          {release ? `v${release.version} · ${sizeText(release.size)} · ${note}` : t('download.none')}
        </span>
      </span>
      {release && (
        <a
          className="btn btn-line btn-sm btn-square"
          href={release.url}
          download={release.fileName}
          aria-label={t('download.file', { name: release.fileName })}
        >
          <Icon path={icons.download} />
        </a>
      )}
    </div>
  )
}

function CommandLine() {
  const t = useT()
  return (
    <a className="flex items-center gap-3 py-3 group" href="/user/overview-main/download-pc">
      <Frame icon={icons.terminal} />
      <span className="flex-1 min-w-0">
        <span className="block font-medium text-sm group-hover:text-primary">{t('download.command')}</span>
        <span className="block text-xs text-faint">{t('download.commandNote')}</span>
      </span>
      <Icon path={icons.arrowRight} className="size-4 text-faint" />
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
