import { commandParts, minerCommand } from '#lib/rules/miner.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useT } from '../core/texts/i18n.ts'

/** The command that starts the miner without a window, to copy. */
export function MinerCommand({ code }: { code?: string }) {
  const t = useT()
  const command = minerCommand(location.origin, code)
  return (
    <div className="well pl-3 pr-1.5 py-1 flex items-center gap-2">
      <code className="code flex-1 min-w-0 wrap-anywhere text-xs">
        {commandParts(command).map((part, at) => [
          at > 0 && ' ',
          <span key={part} className="inline-block">
            {part}
          </span>,
        ])}
      </code>
      <CopyButton text={command} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
    </div>
  )
}
