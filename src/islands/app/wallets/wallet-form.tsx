import { type ReactNode, useId, useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { networkChains, Wallet } from '#lib/contract/wallets.ts'
import * as icons from '#lib/illustration/icons.ts'
import { WALLET_ADDRESS_LENGTH, WALLET_NAME_LENGTH } from '#lib/rules/wallets.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { Icon } from '#ui/icon.tsx'
import { useHold } from '#ui/modal.ts'
import { FieldsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../calls/loaded.tsx'
import { actFault } from '../calls/sentence.ts'
import { useWrong } from '../forms/field-error.ts'
import { PinField } from '../payment-password/index.ts'
import { useT } from '../texts/i18n.ts'
import { m } from '../texts/money.ts'
import { $networks, addWallet, checkAddress, editWallet } from './store.ts'

interface WalletFormProps {
  /** The one that is changed; absent, one is added. */
  wallet?: Wallet
  /** The coin that a new one should be for. */
  coin?: string
  onDone: (wallet: Wallet) => void
}

type Field = 'name' | 'address' | 'pin'

/** Which field a refusal is about. */
const fieldOf = (reason: unknown): Field => (String(reason).startsWith('PAYMENT') ? 'pin' : 'address')

/** Adds an address of one of the networks that there are, or changes one, which keeps its network. */
export function WalletForm(props: WalletFormProps) {
  if (props.wallet) return <Fields {...props} networks={[]} />
  return (
    <Loaded store={$networks} skeleton={<FieldsSkeleton fields={4} />} flush>
      {({ list }) => <Fields {...props} networks={list} />}
    </Loaded>
  )
}

interface FieldsProps extends WalletFormProps {
  networks: ReplyOf<typeof networkChains>['list']
}

/** Nothing is sent before the address is one of its network. */
function Fields({ wallet, coin, onDone, networks }: FieldsProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState(wallet?.addressName ?? '')
  const [address, setAddress] = useState(wallet?.walletAddress ?? '')
  const [pin, setPin] = useState('')
  const [alike, setAlike] = useState<{ addressName: string; walletAddress: string }>()
  const { form, setWrong, tell, mend, errorOf, typed } = useWrong<Field>()
  const [busy, setBusy] = useState(false)
  useHold(busy)
  const keyOf = (one: { currencyCode: string; chainCode: string }) => `${one.currencyCode}/${one.chainCode}`
  const network =
    wallet ??
    networks.find((one) => keyOf(one) === chosen) ??
    networks.find(({ currencyCode }) => currencyCode === coin) ??
    networks[0]

  /** Whether the address is one of the network; says so where it is not, and warns of one that looks like another. */
  async function check(): Promise<boolean> {
    if (!network || address.trim() === '') return false
    const { valid, looksLike } = await checkAddress(network.chainCode, address.trim())
    setAlike(looksLike ?? undefined)
    if (valid) mend('address')
    else setWrong({ field: 'address', text: m('wallets.mismatch') })
    return valid
  }

  async function save(event: React.SyntheticEvent) {
    event.preventDefault()
    const [addressName, walletAddress] = [name.trim(), address.trim()]
    if (busy || !network) return
    if (addressName === '') return tell({ field: 'name', text: m('wallets.nameEmpty') })
    if (walletAddress === '') return tell({ field: 'address', text: m('wallets.addressEmpty') })
    setBusy(true)
    try {
      if (!(await check())) return tell({ field: 'address', text: m('wallets.mismatch') })
      if (pin.length < 6) return tell({ field: 'pin', text: m('payment.PAYMENT_PASSWORD_FORM') })
      const { currencyCode, chainCode } = network
      const saved = wallet
        ? await editWallet(wallet, { addressName, walletAddress }, pin)
        : await addWallet({ addressName, walletAddress, currencyCode, chainCode }, pin)
      toast('success', m(wallet ? 'wallets.changed' : 'wallets.added', { name: saved.addressName }))
      onDone(saved)
    } catch (error) {
      setPin('')
      tell({
        field: fieldOf((error as { reason?: string }).reason),
        text: actFault(t, error),
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void save(event)}>
      <Labelled label={m('wallets.network')}>
        {(id) =>
          wallet ? (
            <p id={id} className="text-sm">
              {wallet.currencyCode} · {wallet.chainName}
            </p>
          ) : (
            <select
              id={id}
              className="select w-full h-12"
              value={network && keyOf(network)}
              onChange={({ currentTarget }) => {
                setChosen(currentTarget.value)
                setAlike(undefined)
                mend('address')
              }}
            >
              {networks.map((one) => (
                <option key={keyOf(one)} value={keyOf(one)}>
                  {one.currencyCode} · {one.chainName}
                </option>
              ))}
            </select>
          )
        }
      </Labelled>
      <Labelled label={m('wallets.name')} error={errorOf('name')}>
        {(id) => (
          <input
            id={id}
            className="input w-full h-12"
            value={name}
            maxLength={WALLET_NAME_LENGTH}
            autoComplete="off"
            aria-invalid={errorOf('name') !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => typed('name', setName)(currentTarget.value)}
          />
        )}
      </Labelled>
      <Labelled label={m('wallets.address')} error={errorOf('address')}>
        {(id) => (
          <input
            id={id}
            className="input w-full h-12 code"
            value={address}
            maxLength={WALLET_ADDRESS_LENGTH}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            aria-invalid={errorOf('address') !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => typed('address', setAddress)(currentTarget.value)}
            onBlur={() => void check().catch(() => undefined)}
          />
        )}
      </Labelled>
      {alike && (
        <p role="alert" className="tone tone-warning border rounded-field px-4 py-3 text-sm break-words">
          {m('wallets.alike', { name: alike.addressName })}
          <span className="code block mt-1 text-xs">{groupOfFour(alike.walletAddress)}</span>
        </p>
      )}
      <p className="text-xs text-muted">{m('wallets.hold')}</p>
      <PinField label={m('payment.title')} value={pin} onChange={typed('pin', setPin)} error={errorOf('pin')} />
      <SteadyButton type="submit" className="btn-primary btn-block" off={busy} aria-busy={busy}>
        {m(wallet ? 'wallets.save' : 'wallets.add')}
      </SteadyButton>
    </form>
  )
}

function Labelled({
  label,
  error,
  children,
}: {
  label: string
  error?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {label}
      </label>
      {children(id)}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-error flex items-center gap-1.5 empty:hidden">
        {error && (
          <>
            <Icon path={icons.circleAlert} className="size-4" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}
