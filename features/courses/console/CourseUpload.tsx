import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { eventWords } from '#features/events/console/event.words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText } from '#ui/language/clock.ts'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleCoursesRemove, consoleCoursesSave, type consoleCoursesList } from '../contract.ts'
import { courseKm } from '../web/figures.ts'
import { courseDoubtWords, words } from '../words.ts'

type Line = OutputOf<typeof consoleCoursesList>['items'][number]
/**
 * Uploads the course of an event from a GPX file. The server reads the file at once, and the page shows the course with
 * its doubts.
 */
export const CourseUpload = ({
  raceid,
  eventid,
  course,
  onDone,
}: {
  raceid: number
  eventid: number
  course: Line | undefined
  onDone: () => void
}) => {
  const t = useWords()
  const send = useCall(consoleCoursesSave)
  const remove = useCall(consoleCoursesRemove)
  const [refused, setRefused] = useState<Refused>()
  const [leaving, setLeaving] = useState(false)
  const doing = async (work: () => Promise<unknown>, said: string) => {
    setRefused(undefined)
    try {
      await work()
      toastSuccess(said)
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(eventWords.course)}>
      <div className="grid gap-3">
        {course ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="figures min-w-0">
              {t(eventWords.course_has, { file: course.filename, km: courseKm(course.metres) })}
              {course.ascent === null ? null : (
                <span className="text-soft">
                  {' '}
                  · {t(words.ascent)} {t(words.metres, { n: countText(course.ascent) })}
                </span>
              )}
            </p>
            <Button
              look="danger"
              icon={<Trash2 className="size-5" aria-hidden />}
              onClick={() => {
                setRefused(undefined)
                setLeaving(true)
              }}
            >
              {t(eventWords.course_drop)}
            </Button>
          </div>
        ) : null}
        {course?.doubts.length ? (
          <ul className="grid gap-1 rounded bg-warning-tint p-3 text-14 text-warning-ink">
            {course.doubts.map((doubt) => (
              <li key={doubt}>{t(courseDoubtWords[doubt])}</li>
            ))}
          </ul>
        ) : null}
        <FileInput
          label={t(eventWords.course_choose)}
          hint={t(eventWords.course_text)}
          error={refused?.msg}
          accept=".gpx,application/gpx+xml,text/xml,application/xml"
          busy={send.isPending}
          onFile={(file) =>
            void doing(() => send.mutateAsync({ raceid, eventid, files: { file } }), t(eventWords.course_up))
          }
        />
      </div>
      <AskDialog
        open={leaving}
        title={t(eventWords.course_drop)}
        action={t(eventWords.course_drop)}
        look="danger"
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(false)}
        onDo={() =>
          void doing(async () => {
            await remove.mutateAsync({ raceid, eventid })
            setLeaving(false)
          }, t(eventWords.course_dropped))
        }
      >
        <p>{t(eventWords.course_drop_sure, { file: course?.filename ?? '' })}</p>
      </AskDialog>
    </Card>
  )
}
