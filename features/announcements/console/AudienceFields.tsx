import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type AnnouncementAudience, announcementAudiences } from '../contract.ts'
import { words } from '../words.ts'
import type { AnnouncementDraft, Selection } from './draft.ts'

type Props = {
  draft: AnnouncementDraft
  events: readonly { id: number; name: string }[]
  selection: Selection | undefined
  onChange: (patch: Partial<AnnouncementDraft>) => void
}

/** The choice of readers: a group, or the selection of the table. */
export const AudienceFields = ({ draft, events, selection, onChange }: Props) => {
  const t = useWords()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Select
        label={t(words.whom)}
        hint={draft.audience === 'news' ? undefined : t(words.news_hint)}
        value={draft.audience}
        onChange={(event) => onChange({ audience: event.target.value as AnnouncementAudience })}
        options={announcementAudiences
          .filter((one) => one !== 'chosen' || selection !== undefined)
          .map((value) => ({ value, label: t(words.audience[value]) }))}
      />
      {draft.audience === 'chosen' ? null : (
        <Select
          label={t(words.event)}
          value={draft.eventid}
          onChange={(event) => onChange({ eventid: event.target.value })}
          options={[
            { value: '', label: t(words.all_events) },
            ...events.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </div>
  )
}
