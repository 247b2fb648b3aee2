import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { sectionsOf } from '#features/fields/own/sections.rules.ts'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { withSection } from '../arranging.rules.ts'
import { type FormEdited, consoleFormsShow } from '../contract.ts'
import { most } from '../forms.rules.ts'
import { FormPhone } from './FormPhone.tsx'
import { formWords as words } from './form.words.ts'
import { RunCard } from './RunCard.tsx'
import { SectionCard } from './SectionCard.tsx'
import { useArranging } from './useArranging.ts'
import { useBuilder } from './useBuilder.ts'

export const FormPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const eventid = Number(usePageParams().eventid) || 0
  const query = useAsk(consoleFormsShow, { raceid, eventid }, { staleTime: 0 })
  const back = { href: path.events({ raceid }), label: t(words.events) }
  return (
    <DeskPage
      title={t(words.title)}
      back={back}
      description={query.data ? t(words.lead, { event: query.data.event }) : undefined}
    >
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <BuilderForm key={eventid} raceid={raceid} edited={query.data} again={() => query.refetch()} />
      ) : (
        <SkeletonCards count={4} className="h-40" />
      )}
    </DeskPage>
  )
}

type FormProps = { raceid: number; edited: FormEdited; again: () => Promise<unknown> }
const BuilderForm = ({ raceid, edited, again }: FormProps) => {
  const t = useWords()
  const builder = useBuilder(raceid, edited, again)
  const { form, put, unsaved, refused, wrong } = builder
  const root = useRef<HTMLDivElement>(null)
  const arranging = useArranging(builder, root)
  const sections = sectionsOf(form)
  const said = wrong?.said ?? refused?.msg
  return (
    <div className="flex flex-col-reverse gap-4 min-[76rem]:flex-row min-[76rem]:items-start min-[76rem]:gap-6">
      <form
        noValidate
        className="grid w-full min-w-0 flex-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void builder.publish()
        }}
      >
        <p role="status" className="sr-only">
          {arranging.announced}
        </p>
        <div ref={root} className="grid gap-4">
          {sections.map((section, at) => (
            <SectionCard
              key={section.name}
              builder={builder}
              arranging={arranging}
              section={section}
              at={at}
              of={sections.length}
            />
          ))}
        </div>
        {edited.qualifying ? <RunCard builder={builder} /> : null}
        <div className="flex flex-wrap items-center gap-4">
          <Button
            look="plain"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => put((now) => withSection(now))}
          >
            {t(words.add_section)}
          </Button>
          <p className="figures text-14 text-soft">
            {t(words.count, { n: form.questions.length, most: most.questions })}
          </p>
        </div>
        {said ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {said}
          </p>
        ) : null}
        <UnsavedBar
          unsaved={unsaved}
          labelOf={(field) =>
            t(
              words[
                field === 'everywhere' ? 'questions' : (field as 'ask' | 'sections' | 'questions' | 'when' | 'reasons')
              ],
            )
          }
          busy={builder.busy}
          saveText={t(words.save)}
        />
      </form>
      <FormPhone raceid={raceid} edited={edited} form={form} />
    </div>
  )
}
