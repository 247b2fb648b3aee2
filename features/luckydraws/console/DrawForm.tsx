import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ConsoleDraw, consoleLuckydrawsSave } from '../console.contract.ts'
import { chanceRules, luckyDrawKinds } from '../rules.ts'
import { DrawDesignFields, noDesign } from './DrawDesignFields.tsx'
import { type EditedGift, GiftFields, newGift } from './GiftFields.tsx'
import { consoleWords as words } from './draws.words.ts'

type Props = {
  raceid: number
  draw: ConsoleDraw | undefined
  zone: string | undefined
  onClose: () => void
  onSaved: () => void
}
/** The form of a draft. */
export const DrawForm = ({ raceid, draw, zone, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleLuckydrawsSave, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const [kind, setKind] = useState(draw?.kind ?? 'wheel')
  const [name, setName] = useState(draw?.name ?? '')
  const [english, setEnglish] = useState(draw?.names.en ?? '')
  const [times, setTimes] = useState({ opens_at: draw?.opens_at ?? null, closes_at: draw?.closes_at ?? null })
  const [numbers, setNumbers] = useState({ wins_each: draw?.wins_each ?? 1, claim_days: draw?.claim_days ?? 14 })
  const [chances, setChances] = useState(draw?.chances ?? { registered: 1, finished: 1 })
  const [source, setSource] = useState(draw?.stage?.source ?? 'beacon')
  const [about, setAbout] = useState({ ...draw?.abouts, 'zh-cn': draw?.about ?? '' })
  const [design, setDesign] = useState(draw?.design ?? noDesign)
  const [gifts, setGifts] = useState<EditedGift[]>(draw?.gifts ?? [newGift()])
  const stage = kind === 'stage'
  const send = async () => {
    setRefused(undefined)
    const { 'zh-cn': said, ...abouts } = about
    try {
      await save.mutateAsync({
        raceid,
        ...(draw ? { id: draw.id, updated_at: draw.updated_at } : {}),
        kind,
        name,
        names: english.trim() ? { en: english } : {},
        about: said,
        abouts,
        design,
        ...times,
        ...numbers,
        chances: stage ? {} : chances,
        source,
        gifts: gifts.map(({ name: of, names, icon, value, pieces, odds, way, settings }) => ({
          name: of,
          names,
          icon,
          value,
          pieces,
          odds,
          way,
          settings,
        })),
      })
      toastSuccess(t(words.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      wide
      title={draw ? draw.name : t(words.write)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <div className="grid gap-4">
        <Segmented
          label={t(words.kind)}
          value={kind}
          onChange={(chosen) => setKind(luckyDrawKinds.find((one) => one === chosen) ?? 'wheel')}
          options={luckyDrawKinds.map((one) => ({ value: one, label: t(words[one]) }))}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <TextInput
            label={t(words.name)}
            value={name}
            maxLength={60}
            error={refused?.fields.name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextInput
            label={t(words.english)}
            optional
            value={english}
            maxLength={60}
            onChange={(event) => setEnglish(event.target.value)}
          />
          <DateTimeInput
            label={t(words.opens)}
            optional
            {...(zone ? { zone } : {})}
            value={times.opens_at}
            onChange={(opens_at) => setTimes({ ...times, opens_at })}
          />
          <DateTimeInput
            label={t(words.closes)}
            optional
            {...(zone ? { zone } : {})}
            value={times.closes_at}
            onChange={(closes_at) => setTimes({ ...times, closes_at })}
          />
          <NumberInput
            label={t(words.claim_days)}
            min={1}
            max={365}
            value={numbers.claim_days}
            onChange={(claim_days) => setNumbers({ ...numbers, claim_days })}
          />
          {stage ? null : (
            <NumberInput
              label={t(words.wins_each)}
              min={1}
              max={100}
              value={numbers.wins_each}
              onChange={(wins_each) => setNumbers({ ...numbers, wins_each })}
            />
          )}
        </div>
        {stage ? (
          <Segmented
            label={t(words.source)}
            value={source}
            onChange={(chosen) => setSource(chosen === 'number' ? 'number' : 'beacon')}
            options={(['beacon', 'number'] as const).map((one) => ({ value: one, label: t(words[one]) }))}
          />
        ) : (
          <fieldset className="grid gap-4 md:grid-cols-2">
            <legend className="mb-2 font-bold">{t(words.chances)}</legend>
            {chanceRules.map((rule) => (
              <NumberInput
                key={rule}
                label={t(words[rule])}
                min={0}
                max={100}
                value={chances[rule] ?? 0}
                onChange={(n) => setChances({ ...chances, [rule]: n })}
              />
            ))}
          </fieldset>
        )}
        <WordsInput
          long
          label={t(words.about)}
          max={2000}
          value={about}
          onChange={(given) => setAbout({ 'zh-cn': '', ...given })}
        />
        <GiftFields gifts={gifts} stage={stage} onChange={setGifts} />
        <DrawDesignFields design={design} gifts={gifts} wheel={kind === 'wheel'} onChange={setDesign} />
      </div>
    </AskDialog>
  )
}
