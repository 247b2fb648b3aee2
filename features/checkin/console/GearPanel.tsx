import { consoleFilesSave } from '#features/files/contract.ts'
import { call, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import {
  type GearEdited,
  consoleCheckinGearList,
  consoleCheckinGearRemove,
  consoleCheckinGearSave,
} from '../contract.ts'
import { saidIn } from '../rules.ts'
import { deskWords as words } from './desk.words.ts'
import {
  AddButton,
  EditDialog,
  EventSelect,
  ListState,
  type PanelProps,
  RemoveItemDialog,
  RowButtons,
  eventName,
} from './editedList.tsx'
import { SaidFields, blankText } from './SaidFields.tsx'
import { useEditedList } from './useDesk.ts'

type Draft = Omit<GearEdited, 'id'> & { id?: number }

export const GearPanel = ({ raceid, events }: PanelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const list = useAsk(consoleCheckinGearList, { raceid })
  const save = useCall(consoleCheckinGearSave)
  const remove = useCall(consoleCheckinGearRemove)
  const edited = useEditedList<Draft, GearEdited>(list.refetch)
  const { refused, doing, draft, leaving, edit, change, closeDraft, askToRemove, keep } = edited
  const items = list.data?.items
  return (
    <>
      <AddButton
        onClick={() =>
          edit({
            eventid: 0,
            name: blankText,
            note: blankText,
            picture: null,
            required: true,
            sort: items?.length ?? 0,
          })
        }
      >
        {t(words.add)}
      </AddButton>
      <ListState list={list} items={items} title={t(words.gear_none)} description={t(words.gear_none_text)} />
      {items?.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
                {one.picture ? (
                  <img
                    src={`${one.picture}?x-oss-process=image/resize,w_160`}
                    alt=""
                    className="size-11 rounded object-cover"
                  />
                ) : null}
                <div className="min-w-0 flex-[1_1_14rem]">
                  <p className="font-medium">{saidIn(lang, one.name)}</p>
                  <p className="text-14 text-soft">
                    {[eventName(events, one.eventid, t(words.all_events)), saidIn(lang, one.note)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <Chip tone={one.required ? 'race' : 'plain'}>
                  {t(one.required ? words.required : words.recommended)}
                </Chip>
                <RowButtons name={saidIn(lang, one.name)} onEdit={() => edit(one)} onRemove={() => askToRemove(one)} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {draft ? (
        <EditDialog
          title={t(draft.id ? words.edit : words.add)}
          busy={save.isPending}
          refused={refused}
          onClose={closeDraft}
          onSave={() => {
            const { picture, ...rest } = draft
            void doing(
              () => save.mutateAsync({ raceid, ...rest, ...(picture ? { picture } : {}) }),
              closeDraft,
              words.saved,
            )
          }}
        >
          <SaidFields
            label={t(words.name)}
            name="name"
            value={draft.name}
            fields={refused?.fields}
            max={80}
            onChange={(name) => change({ name })}
          />
          <SaidFields
            label={t(words.note)}
            name="note"
            value={draft.note}
            fields={refused?.fields}
            max={300}
            lines={2}
            onChange={(note) => change({ note })}
          />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <EventSelect value={draft.eventid} events={events} onChange={(eventid) => change({ eventid })} />
            <Stepper label={t(words.sort)} value={draft.sort} min={0} max={999} onChange={(sort) => change({ sort })} />
          </div>
          <Checkbox checked={draft.required} onChange={(event) => change({ required: event.target.checked })}>
            {t(words.required)}
          </Checkbox>
          <PictureInput
            label={t(words.picture)}
            optional
            value={draft.picture ?? undefined}
            onChange={(picture) => change({ picture: picture ?? null })}
            upload={(file, options) => call(consoleFilesSave, { raceid }, { ...options, files: { file } })}
            ratio="3 / 1"
          />
        </EditDialog>
      ) : null}
      <RemoveItemDialog
        name={leaving && saidIn(lang, leaving.name)}
        busy={remove.isPending}
        refused={refused}
        onClose={keep}
        onRemove={() =>
          leaving && void doing(() => remove.mutateAsync({ raceid, id: leaving.id }), keep, words.removed)
        }
      />
    </>
  )
}
