import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import type { Refused } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { InvitationLine } from '../contract.ts'
import { shownCode } from '../rules.ts'
import { type CodeSource, codeSources } from '../ledger/rules.ts'
import { ledgerWords } from '../ledger/words.ts'
import { words } from '../words.ts'
import { ShareWarning } from './ShareWarning.tsx'

export type Granting = {
  label: string
  eventid?: number
  uses?: number
  expires_at?: string
  price?: number
  direct: boolean
  source: CodeSource
  code?: string
  count?: number
}
type Props = {
  raceid: number
  /** The invitation to change. Without an invitation the dialog makes one or many new invitations. */
  invitation: InvitationLine | undefined
  many: boolean
  events: readonly { id: number; name: string }[]
  refused: Refused | undefined
  busy: boolean
  onClose: () => void
  onSave: (granting: Granting) => void
}
const kinds = ['full', 'reduced', 'free'] as const
type Kind = (typeof kinds)[number]
const kindOf = (price: number | null | undefined): Kind =>
  price === null || price === undefined ? 'full' : price === 0 ? 'free' : 'reduced'

export const InvitationDialog = ({ raceid, invitation, many, events, refused, busy, onClose, onSave }: Props) => {
  const t = useWords()
  const [label, setLabel] = useState(invitation?.label ?? '')
  const [code, setCode] = useState('')
  const [count, setCount] = useState(20)
  const [eventid, setEventid] = useState(String(invitation?.eventid ?? ''))
  const [uses, setUses] = useState(invitation ? (invitation.uses ?? null) : 1)
  const [expires, setExpires] = useState<string | null>(invitation?.expires_at ?? null)
  const [kind, setKind] = useState<Kind>(kindOf(invitation?.price))
  const [amount, setAmount] = useState(invitation?.price || null)
  const [direct, setDirect] = useState(invitation?.direct ?? false)
  const [source, setSource] = useState<CodeSource>(invitation?.source ?? 'direct')
  const price = kind === 'full' ? undefined : kind === 'free' ? 0 : (amount ?? Number.NaN)
  const save = () => {
    onSave({
      label,
      direct,
      source,
      ...(many ? { count } : {}),
      ...(code.trim() ? { code: code.trim() } : {}),
      ...(eventid ? { eventid: Number(eventid) } : {}),
      ...(uses === null ? {} : { uses }),
      ...(expires ? { expires_at: expires } : {}),
      ...(price === undefined ? {} : { price }),
    })
  }
  const at = (field: string) => refused?.fields[field]
  return (
    <AskDialog
      wide
      title={invitation ? shownCode(invitation.code) : t(many ? words.generate : words.write)}
      action={t(many ? words.generate : words.save)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={save}
    >
      <TextInput
        label={t(words.label)}
        hint={t(words.label_hint)}
        value={label}
        error={at('label')}
        maxLength={60}
        onChange={(event) => setLabel(event.target.value)}
      />
      {many ? (
        <NumberInput
          label={t(words.count)}
          hint={t(words.count_hint)}
          min={1}
          value={count}
          error={at('count')}
          onChange={setCount}
        />
      ) : null}
      {!many && !invitation ? (
        <TextInput
          label={t(words.code)}
          optional
          hint={t(words.code_hint)}
          value={code}
          error={at('code')}
          maxLength={40}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      <Select
        label={t(words.scope)}
        value={eventid}
        error={at('eventid')}
        onChange={(event) => setEventid(event.target.value)}
        options={[
          { value: '', label: t(words.any_event) },
          ...events.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label={t(ledgerWords.source)}
        hint={t(ledgerWords.source_hint)}
        value={source}
        error={at('source')}
        onChange={(event) => setSource(event.target.value as CodeSource)}
        options={codeSources.map((one) => ({ value: one, label: t(ledgerWords[one]) }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberInput
          empty
          label={t(words.uses)}
          hint={t(words.uses_hint)}
          min={1}
          value={uses}
          error={at('uses')}
          onChange={setUses}
        />
        <DateTimeInput
          label={t(words.expires)}
          hint={t(words.expires_hint)}
          value={expires}
          error={at('expires_at')}
          onChange={setExpires}
        />
      </div>
      {source === 'public' ? null : (
        <ShareWarning
          raceid={raceid}
          eventid={eventid ? Number(eventid) : undefined}
          more={uses === null ? null : Math.max(0, uses * (many ? count : 1) - (invitation?.uses ?? 0))}
        />
      )}
      <div className="grid gap-1.5">
        <p aria-hidden className="text-14 font-medium">
          {t(words.price)}
        </p>
        <Segmented
          label={t(words.price)}
          value={kind}
          onChange={(chosen) => setKind(chosen as Kind)}
          options={kinds.map((one) => ({ value: one, label: t(words[one]) }))}
        />
      </div>
      {kind === 'reduced' ? (
        <MoneyInput label={t(words.reduced_to)} value={amount} error={at('price')} onChange={setAmount} />
      ) : null}
      <Checkbox checked={direct} onChange={(event) => setDirect(event.target.checked)}>
        {t(words.direct)}
      </Checkbox>
    </AskDialog>
  )
}
