import { Plus } from 'lucide-react'
import { useState } from 'react'
import { provinces } from '#features/overview/provinces.words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type BookAddress, shopAddress, shopAddresses, shopForget } from '../contract.ts'
import { shopWords as words } from './shop.words.ts'

/** The address book, in which a person chooses, adds or changes an address. */
export const AddressSheet = ({
  chosen,
  onClose,
  onChoose,
}: {
  chosen: string | undefined
  onClose: () => void
  onChoose: (key: string) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const book = useAsk(shopAddresses, {}, { quiet: true, staleTime: 0 })
  const items = book.data?.items ?? []
  const [editing, setEditing] = useState<Partial<BookAddress>>()
  const open = editing ?? (book.data && items.length === 0 ? {} : undefined)
  if (open)
    return (
      <AddressForm
        address={open}
        onClose={() => (items.length === 0 ? onClose() : setEditing(undefined))}
        onSaved={(saved) => {
          setEditing(undefined)
          onChoose(saved)
        }}
        onForgotten={() => {
          setEditing(undefined)
          void book.refetch()
        }}
      />
    )
  return (
    <Dialog open onClose={onClose} title={t(words.address)} forgets>
      <ul className="grid gap-3 pb-4">
        {items.map((one) => (
          <li key={one._key} className="flex items-stretch gap-2">
            <button
              type="button"
              aria-pressed={one._key === chosen}
              onClick={() => onChoose(one._key)}
              className={`min-w-0 flex-1 rounded border px-4 py-3 text-left ${
                one._key === chosen ? 'border-strong bg-tint' : 'border-edge bg-surface'
              }`}
            >
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {one.name} <span className="figures">{one.mobile}</span>
                {one.main ? <Chip tone="race">{t(words.mainMark)}</Chip> : null}
              </span>
              <span className="block break-words text-14 text-soft">
                {provinces[one.province]?.[lang]} {one.address}
              </span>
            </button>
            <Button look="quiet" onClick={() => setEditing(one)}>
              {t(words.editAddress)}
            </Button>
          </li>
        ))}
        <li>
          <Button look="plain" wide icon={<Plus className="size-5" aria-hidden />} onClick={() => setEditing({})}>
            {t(words.newAddress)}
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}

const AddressForm = ({
  address,
  onClose,
  onSaved,
  onForgotten,
}: {
  address: Partial<BookAddress>
  onClose: () => void
  onSaved: (key: string) => void
  onForgotten: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [typed, setTyped] = useState({
    name: address.name ?? '',
    mobile: address.mobile ?? '',
    province: address.province ?? '',
    address: address.address ?? '',
    main: address.main ?? false,
  })
  const save = useCall(shopAddress, { quiet: true })
  const forget = useCall(shopForget)
  const wrong = save.error?.fields ?? {}
  const set = (change: Partial<typeof typed>) => setTyped({ ...typed, ...change })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(address._key ? words.editAddress : words.newAddress)}
      actions={
        <>
          {address._key ? (
            <Button
              look="danger"
              busy={forget.isPending}
              onClick={() => forget.mutate({ id: address._key! }, { onSuccess: onForgotten })}
            >
              {t(words.removeAddress)}
            </Button>
          ) : null}
          <Button
            busy={save.isPending}
            onClick={() =>
              save.mutate(
                { ...(address._key ? { id: address._key } : {}), ...typed },
                {
                  onSuccess: ({ items }) =>
                    onSaved(
                      address._key ?? items.find((one) => one.address === typed.address.trim())?._key ?? items[0]!._key,
                    ),
                },
              )
            }
          >
            {t(words.save)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <TextInput
          label={t(words.recipient)}
          autoComplete="name"
          value={typed.name}
          maxLength={40}
          error={wrong.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextInput
          label={t(words.mobile)}
          type="tel"
          autoComplete="tel"
          inputClassName="figures"
          value={typed.mobile}
          maxLength={20}
          error={wrong.mobile}
          onChange={(event) => set({ mobile: event.target.value })}
        />
        <Select
          label={t(words.province)}
          value={typed.province}
          error={wrong.province}
          onChange={(event) => set({ province: event.target.value })}
          options={[
            { value: '', label: '—' },
            ...Object.entries(provinces).map(([value, name]) => ({ value, label: name[lang] })),
          ]}
        />
        <TextInput
          label={t(words.street)}
          autoComplete="street-address"
          value={typed.address}
          maxLength={200}
          error={wrong.address}
          onChange={(event) => set({ address: event.target.value })}
        />
        <Checkbox checked={typed.main} onChange={(event) => set({ main: event.target.checked })}>
          {t(words.main)}
        </Checkbox>
        {save.error && Object.keys(wrong).length === 0 ? (
          <p role="alert" className="text-14 text-danger-ink">
            {save.error.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
