import { ImagePlus, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { type Goods, goodsAudiences, consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { SignupField } from '#features/sales/console/SignupField.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { deskWords as words } from './desk.words.ts'

type Said = Partial<Record<Lang, string>>
type Row = {
  id?: number
  names: Said
  price: number
  pieces: number
  grams: number
  picture: string | null
  open: boolean
}
const saidOf = (name: string, names: Record<string, string>): Said => ({ ...names, 'zh-cn': name })
/**
 * Divides a text into `name`, its Simplified Chinese form, and `names`, the forms in the other languages. Without a
 * Simplified Chinese form, `name` gets the form of another language.
 */
const inLangs = (said: Said) => {
  const { 'zh-cn': zh, ...names } = said
  const name = zh?.trim() || said.en?.trim() || said['zh-tw']?.trim() || ''
  return { name, names: Object.fromEntries(Object.entries(names).filter(([, one]) => one?.trim())) }
}
const rowsOf = (goods: Goods | undefined): Row[] =>
  goods?.variants.map(({ id, name, names, price, settings, stock, open }) => ({
    id,
    names: saidOf(name, names),
    price,
    pieces: stock[0]?.pieces ?? 0,
    grams: Number(settings.grams ?? 0),
    picture: (settings.picture as string | null | undefined) ?? null,
    open,
  })) ?? [{ names: {}, price: 0, pieces: 100, grams: 0, picture: null, open: true }]

type Props = { raceid: number; goods: Goods | undefined; onClose: () => void; onDone: () => void }
export const ShopGoodsDialog = ({ raceid, goods, onClose, onDone }: Props) => {
  const t = useWords()
  const [name, setName] = useState<Said>(goods ? saidOf(goods.name, goods.names) : {})
  const [about, setAbout] = useState<Said>(goods ? saidOf(goods.about, goods.abouts) : {})
  const [pictures, setPictures] = useState<readonly string[]>((goods?.settings.pictures as string[] | undefined) ?? [])
  const [terms, setTerms] = useState({
    audience: goods?.audience ?? ('everybody' as const),
    most_each: goods?.most_each ?? null,
    sale_from: goods?.sale_from ?? null,
    sale_until: goods?.sale_until ?? null,
    open: goods?.open ?? true,
    signup_events: goods?.signup_events ?? null,
  })
  const [returnUntil, setReturnUntil] = useState(goods?.refund?.tiers[0]?.until ?? '')
  const [rows, setRows] = useState<readonly Row[]>(rowsOf(goods))
  const save = useCall(consoleGoodsSave, { quiet: true })
  const set = (change: Partial<typeof terms>) => setTerms({ ...terms, ...change })
  const send = () => {
    const named = inLangs(name)
    const described = inLangs(about)
    save.mutate(
      {
        raceid,
        ...(goods ? { id: goods.id } : {}),
        room: 'shop',
        ...named,
        about: described.name,
        abouts: described.names,
        ...terms,
        open: terms.open ? '1' : '0',
        refund: returnUntil ? { tiers: [{ from: null, until: returnUntil, percent: 0, fixed: 0 }], before: [] } : null,
        settings: { pictures },
        variants: rows.map((row) => ({
          ...(row.id === undefined ? {} : { id: row.id }),
          ...inLangs(row.names),
          price: row.price,
          open: row.open,
          settings: { grams: row.grams, picture: row.picture },
          stock: [{ slot: '', pieces: row.pieces }],
        })),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(goods ? words.editGoods : words.newGoods)}
      actions={
        <Button busy={save.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-5 pb-2">
        <WordsInput label={t(words.name)} value={name} onChange={setName} max={100} error={save.error?.fields.name} />
        <WordsInput label={t(words.about)} value={about} onChange={setAbout} long max={2000} />
        <PicturesField raceid={raceid} pictures={pictures} onChange={setPictures} />
        <div className="grid gap-4 md:grid-cols-3">
          <Select
            label={t(words.audience)}
            value={terms.audience}
            onChange={(event) =>
              set({ audience: goodsAudiences.find((one) => one === event.target.value) ?? 'everybody' })
            }
            options={goodsAudiences.map((one) => ({ value: one, label: t(words[one]) }))}
          />
          <NumberInput
            label={t(words.mostEach)}
            optional
            min={1}
            max={10_000}
            value={terms.most_each}
            onChange={(most_each) => set({ most_each })}
          />
          <TextInput
            label={t(words.returnUntil)}
            type="date"
            optional
            value={returnUntil}
            onChange={(event) => setReturnUntil(event.target.value)}
          />
          <DateTimeInput
            label={t(words.saleFrom)}
            optional
            value={terms.sale_from}
            onChange={(sale_from) => set({ sale_from })}
          />
          <DateTimeInput
            label={t(words.saleUntil)}
            optional
            value={terms.sale_until}
            onChange={(sale_until) => set({ sale_until })}
          />
          <div className="self-end">
            <Checkbox checked={terms.open} onChange={(event) => set({ open: event.target.checked })}>
              {t(words.isOpen)}
            </Checkbox>
          </div>
        </div>
        <SignupField raceid={raceid} value={terms.signup_events} onChange={(signup_events) => set({ signup_events })} />
        <VariantRows rows={rows} onChange={setRows} />
        <Refusal refused={save.error ?? undefined} />
      </div>
    </Dialog>
  )
}

const PicturesField = ({
  raceid,
  pictures,
  onChange,
}: {
  raceid: number
  pictures: readonly string[]
  onChange: (pictures: readonly string[]) => void
}) => {
  const t = useWords()
  const upload = useCall(consoleFilesSave)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-14 font-medium">{t(words.pictures)}</legend>
      <div className="flex flex-wrap gap-3">
        {pictures.map((src, at) => (
          <span key={src} className="relative block w-24 overflow-hidden rounded">
            <GoodsPicture src={src} name="" sizes="6rem" />
            <IconButton
              label={t(words.removePicture, { n: at + 1 })}
              className="absolute right-0 top-0 bg-surface/90"
              onClick={() => onChange(pictures.filter((one) => one !== src))}
            >
              <X className="size-5" aria-hidden />
            </IconButton>
          </span>
        ))}
        {pictures.length < 8 ? (
          <label className="flex size-24 cursor-pointer flex-col items-center justify-center gap-1 rounded border border-dashed border-edge text-center text-12 text-soft has-focus-visible:outline-2">
            <ImagePlus className="size-6" aria-hidden />
            {t(words.addPicture)}
            <input
              type="file"
              className="sr-only"
              accept="image/*"
              disabled={upload.isPending}
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (file)
                  upload.mutate(
                    { raceid, files: { file } },
                    { onSuccess: ({ path }) => onChange([...new Set([...pictures, path])]) },
                  )
                event.target.value = ''
              }}
            />
          </label>
        ) : null}
      </div>
    </fieldset>
  )
}

const VariantRows = ({ rows, onChange }: { rows: readonly Row[]; onChange: (rows: readonly Row[]) => void }) => {
  const t = useWords()
  const set = (at: number, change: Partial<Row>) =>
    onChange(rows.map((row, nth) => (nth === at ? { ...row, ...change } : row)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-14 font-medium">{t(words.variants)}</legend>
      {rows.map((row, at) => (
        <div key={row.id ?? `new ${at}`} className="grid gap-3 rounded bg-sunk p-3 md:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="md:col-span-4">
            <WordsInput label={t(words.variant)} value={row.names} onChange={(names) => set(at, { names })} max={100} />
          </div>
          <MoneyInput
            label={t(words.price)}
            unit={t(words.yuan)}
            max={10_000_000}
            value={row.price}
            onChange={(price) => set(at, { price })}
          />
          <NumberInput
            label={t(words.pieces)}
            max={1_000_000}
            value={row.pieces}
            onChange={(pieces) => set(at, { pieces })}
          />
          <NumberInput
            label={t(words.grams)}
            unit={t(words.gramUnit)}
            max={100_000}
            value={row.grams}
            onChange={(grams) => set(at, { grams })}
          />
          <div className="self-end">
            <Checkbox checked={row.open} onChange={(event) => set(at, { open: event.target.checked })}>
              {t(words.isOpen)}
            </Checkbox>
          </div>
        </div>
      ))}
      <Button
        look="plain"
        className="w-fit"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          onChange([
            ...rows,
            {
              names: {},
              price: rows.at(-1)?.price ?? 0,
              pieces: 100,
              grams: rows.at(-1)?.grams ?? 0,
              picture: null,
              open: true,
            },
          ])
        }
      >
        {t(words.addVariant)}
      </Button>
    </fieldset>
  )
}
