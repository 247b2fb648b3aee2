import { type ReactNode, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Audience, type Goods, goodsAudiences, consoleGoodsSave } from '../goods/goods.contract.ts'
import { type ErrorAt, type GoodsDraft, goodsDraftOf, savedFrom } from './goodsDraft.ts'
import { words } from './goods.words.ts'
import { ReturnFields } from './ReturnFields.tsx'
import { SignupField } from './SignupField.tsx'
import { VariantFields } from './VariantFields.tsx'

type Settings = Record<string, unknown>
type Props = {
  raceid: number
  zone: string
  /** The room that sells the goods. */
  room: string
  title: string
  goods: Goods | undefined
  /** The settings with which new goods begin. */
  fresh: Settings
  /** Draws the fields of the selling room. */
  own: (settings: Settings, put: (patch: Settings) => void) => ReactNode
  /** True if the sign-up may offer goods of this room. */
  atSignup?: boolean
  onClose: () => void
  onSaved: () => void
}
const said = (name: string, names: Record<string, string>) => ({ ...names, 'zh-cn': name })

/** Edits goods with their variants, their stock, the time of their sale, and the rule of return. */
export const GoodsDialog = ({ raceid, zone, room, title, goods, fresh, own, atSignup, onClose, onSaved }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState<GoodsDraft>(() => goodsDraftOf(goods, fresh))
  const save = useCall(consoleGoodsSave, { quiet: true })
  const put = (patch: Partial<GoodsDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const errorAt = (field: string): string | undefined => save.error?.fields[field]
  const go = async () => {
    await save.mutateAsync(savedFrom(raceid, room, goods?.id, draft))
    toastSuccess(t(words.saved))
    onSaved()
  }
  return (
    <AskDialog
      wide
      title={title}
      action={t(words.save)}
      busy={save.isPending}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <WordsInput
        label={t(words.name)}
        max={100}
        value={said(draft.name, draft.names)}
        error={errorAt('name')}
        onChange={({ 'zh-cn': name = '', ...names }) => put({ name, names })}
      />
      <WordsInput
        long
        label={t(words.about)}
        max={2000}
        value={said(draft.about, draft.abouts)}
        error={errorAt('about')}
        onChange={({ 'zh-cn': about = '', ...abouts }) => put({ about, abouts })}
      />
      {own(draft.settings, (patch) => put({ settings: { ...draft.settings, ...patch } }))}
      <SaleFields draft={draft} zone={zone} errorAt={errorAt} put={put} />
      <VariantFields
        zone={zone}
        variants={draft.variants}
        errorAt={errorAt}
        onChange={(variants) => put({ variants })}
      />
      <ReturnFields refund={draft.refund} errorAt={errorAt} onChange={(refund) => put({ refund })} />
      {atSignup ? (
        <SignupField raceid={raceid} value={draft.signup_events} onChange={(signup_events) => put({ signup_events })} />
      ) : null}
      <Checkbox checked={draft.open} onChange={(event) => put({ open: event.target.checked })}>
        {t(words.open)}
      </Checkbox>
    </AskDialog>
  )
}

const SaleFields = ({
  draft,
  zone,
  errorAt,
  put,
}: {
  draft: GoodsDraft
  zone: string
  errorAt: ErrorAt
  put: (patch: Partial<GoodsDraft>) => void
}) => {
  const t = useWords()
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Select
        label={t(words.audience)}
        value={draft.audience}
        options={goodsAudiences.map((value) => ({ value, label: t(words[value]) }))}
        onChange={({ target }) => put({ audience: target.value as Audience })}
      />
      <NumberInput
        optional
        label={t(words.most_each)}
        value={draft.most_each ?? Number.NaN}
        min={1}
        max={10_000}
        error={errorAt('most_each')}
        onChange={(most_each) => put({ most_each: Number.isNaN(most_each) ? null : most_each })}
      />
      <DateTimeInput
        optional
        label={t(words.sale_from)}
        zone={zone}
        value={draft.sale_from}
        error={errorAt('sale_from')}
        onChange={(sale_from) => put({ sale_from })}
      />
      <DateTimeInput
        optional
        label={t(words.sale_until)}
        zone={zone}
        value={draft.sale_until}
        error={errorAt('sale_until')}
        onChange={(sale_until) => put({ sale_until })}
      />
    </div>
  )
}
