import { miner } from 'virtual:miner'
import * as icons from '#lib/illustration/icons.ts'
import { MINER_FILE, MINER_NODE } from '#lib/rules/miner.ts'
import { Icon } from '#ui/icon.tsx'
import { Parts } from '../core/calls/part.tsx'
import { useT } from '../core/texts/i18n.ts'
import { AddDevice, MinerCommand } from '../devices/index.ts'
import { Questions } from '../faq/index.ts'
import { GetMiner } from './get-miner.tsx'

/** Downloads of the miner: the packages, and the command line for every system. */
export function DownloadScreen() {
  const t = useT()
  const steps = ['save', 'code', 'run', 'keep'] as const
  return (
    <Parts className="xl:grid-cols-12 xl:grid-rows-[auto_1fr] items-start">
      <div className="xl:col-span-5 grid grid-cols-[minmax(0,1fr)]">
        <GetMiner title={t('download.packages')} />
      </div>
      <section className="panel p-5 lg:p-6 xl:col-span-7 xl:row-span-2" aria-labelledby="command-line">
        <h2 id="command-line" className="title text-lg">
          {t('download.command')}
        </h2>
        <p className="mt-2 text-muted max-w-[34.5em]">{t('download.commandText')}</p>
        <ol className="mt-5 grid gap-5">
          {steps.map((step, index) => (
            <li key={step} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4">
              <span
                className="size-8 rounded-field border border-line-strong text-muted grid place-items-center num font-bold"
                aria-hidden="true"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="font-semibold pt-1">{t(`download.steps.${step}.title`)}</h3>
                <p className="text-sm text-muted mt-1">{t(`download.steps.${step}.text`, { node: MINER_NODE })}</p>
                {step === 'save' && (
                  <>
                    <a className="btn btn-line btn-sm mt-3" href={`/${MINER_FILE}`} download>
                      <Icon path={icons.download} className="size-4" />
                      {MINER_FILE}
                    </a>
                    <p className="mt-2 text-xs text-muted">
                      SHA-256 <span className="code break-all">{miner.sha256}</span>
                    </p>
                  </>
                )}
                {step === 'code' && (
                  <div className="mt-3">
                    <AddDevice />
                  </div>
                )}
                {step === 'run' && (
                  <div className="mt-3">
                    <MinerCommand />
                  </div>
                )}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <div className="xl:col-span-5 empty:hidden">
        <Questions topic="start" />
      </div>
    </Parts>
  )
}
