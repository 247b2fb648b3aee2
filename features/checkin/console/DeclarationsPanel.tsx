import { useState } from 'react'
import { Bar } from '#ui/layout/Bar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import {
  type DeclarationEdited,
  type DeclarationKind,
  consoleCheckinDeclarationsList,
  consoleCheckinDeclarationsSave,
  declarationKinds,
} from '../contract.ts'
import { saidIn } from '../rules.ts'
import { deskWords as words } from './desk.words.ts'
import { AddButton, EditDialog, EventSelect, ListState, type PanelProps, eventName, periodText } from './editedList.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { SaidFields, blankText } from './SaidFields.tsx'
import { SignersCard } from './SignersCard.tsx'
import { useEditedList } from './useDesk.ts'

type Draft = Pick<
  DeclarationEdited,
  'kind' | 'eventid' | 'title' | 'body' | 'questions' | 'signature' | 'from_at' | 'until_at'
> & { isNew: boolean }
const fresh: Draft = {
  isNew: true,
  kind: 'health',
  eventid: 0,
  title: blankText,
  body: blankText,
  questions: [],
  signature: true,
  from_at: null,
  until_at: null,
}

export const DeclarationsPanel = ({ raceid, events, zone }: PanelProps) => {
  const t = useWords()
  const list = useAsk(consoleCheckinDeclarationsList, { raceid })
  const save = useCall(consoleCheckinDeclarationsSave)
  const { refused, doing, draft, edit, change, closeDraft } = useEditedList<Draft, never>(list.refetch)
  const [kind, setKind] = useState<DeclarationKind>()
  const items = list.data?.items
  const write = ({ kind: of, eventid, title, body, questions, signature, from_at, until_at }: Draft) =>
    save.mutateAsync({
      raceid,
      kind: of,
      eventid,
      title,
      body,
      questions,
      signature,
      ...(from_at ? { from_at } : {}),
      ...(until_at ? { until_at } : {}),
    })
  return (
    <>
      <AddButton onClick={() => edit(fresh)}>{t(words.write)}</AddButton>
      <ListState
        list={list}
        items={items}
        title={t(words.declarations_none)}
        description={t(words.declarations_none_text)}
        className="h-28"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {items?.map((one) => (
          <DeclarationCard
            key={one.id}
            one={one}
            events={events}
            zone={zone}
            onSigners={() => setKind(kind === one.kind ? undefined : one.kind)}
            onEdit={edit}
          />
        ))}
      </div>
      {kind ? <SignersCard key={kind} raceid={raceid} kind={kind} zone={zone} /> : null}
      {draft ? (
        <EditDialog
          title={t(draft.isNew ? words.write : words[draft.kind])}
          busy={save.isPending}
          refused={refused}
          onClose={closeDraft}
          onSave={() => void doing(() => write(draft), closeDraft, words.saved)}
        >
          <DeclarationFields draft={draft} events={events} zone={zone} fields={refused?.fields} onChange={change} />
        </EditDialog>
      ) : null}
    </>
  )
}

type CardProps = Pick<PanelProps, 'events' | 'zone'> & {
  one: DeclarationEdited
  onSigners: () => void
  onEdit: (draft: Draft) => void
}
const DeclarationCard = ({ one, events, zone, onSigners, onEdit }: CardProps) => {
  const t = useWords()
  const { lang } = useLang()
  const counted = t(words.signed_count, { n: one.signed, total: one.registrations })
  return (
    <Card title={saidIn(lang, one.title)} aside={<Chip>{t(words.version, { n: one.version })}</Chip>}>
      <p className="figures text-14 text-soft">
        {[t(words[one.kind]), eventName(events, one.eventid, t(words.all_events)), periodText(one, lang, zone)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="figures mb-2 mt-3 flex flex-wrap justify-between gap-2">
        <span className="font-medium">{counted}</span>
        {one.doctor ? <span className="text-warning-ink">{t(words.doctor_count, { n: one.doctor })}</span> : null}
      </p>
      <Bar value={one.registrations ? one.signed / one.registrations : 0} label={counted} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="plain" onClick={onSigners}>
          {t(words.who_signed)}
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            onEdit({
              isNew: false,
              kind: one.kind,
              eventid: one.eventid,
              title: one.title,
              body: one.body,
              questions: one.questions,
              signature: one.signature,
              from_at: one.from_at,
              until_at: one.until_at,
            })
          }
        >
          {t(words.edit)}
        </Button>
      </div>
    </Card>
  )
}

type FieldsProps = Pick<PanelProps, 'events' | 'zone'> & {
  draft: Draft
  fields: Refused['fields'] | undefined
  onChange: (patch: Partial<Draft>) => void
}
const DeclarationFields = ({ draft, events, zone, fields, onChange }: FieldsProps) => {
  const t = useWords()
  return (
    <>
      {draft.isNew ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(words.kind)}
            value={draft.kind}
            options={declarationKinds.map((value) => ({ value, label: t(words[value]) }))}
            onChange={(event) => onChange({ kind: event.target.value as DeclarationKind })}
          />
          <EventSelect value={draft.eventid} events={events} onChange={(eventid) => onChange({ eventid })} />
        </div>
      ) : (
        <p className="text-14 text-soft">{t(words.version_hint)}</p>
      )}
      <SaidFields
        label={t(words.heading)}
        name="title"
        value={draft.title}
        fields={fields}
        max={120}
        onChange={(title) => onChange({ title })}
      />
      <SaidFields
        label={t(words.body)}
        name="body"
        value={draft.body}
        fields={fields}
        max={20_000}
        lines={8}
        onChange={(body) => onChange({ body })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PeriodFields zone={zone} value={draft} error={fields?.until_at} onChange={onChange} />
      </div>
      <Checkbox checked={draft.signature} onChange={(event) => onChange({ signature: event.target.checked })}>
        {t(words.ask_signature)}
      </Checkbox>
      <QuestionFields questions={draft.questions} fields={fields} onChange={(questions) => onChange({ questions })} />
    </>
  )
}
