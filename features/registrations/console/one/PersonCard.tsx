import { LockKeyholeOpen } from 'lucide-react'
import {
  type AskableField,
  type PrivateField,
  askableFields,
  placeFields,
  stockFields,
} from '#features/fields/lists.rules.ts'
import { labels, optionText } from '#features/fields/words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import type { Opened, RegistrationFile } from '../../changes/changes.contract.ts'
import { words } from '../desk.words.ts'

/** Shows the person of the registration. Values are masked until a member of staff opens them. */
export const PersonCard = (props: {
  raceid: number
  file: RegistrationFile
  opened: Opened | undefined
  onOpen: () => void
}) => {
  const { raceid, file, opened, onOpen } = props
  const t = useWords()
  const { may } = useMe(raceid)
  const { registration } = file
  const saidOf = (name: AskableField): string | null => {
    const held = opened?.[name as PrivateField] ?? registration[name]
    return held && t(optionText(name, held))
  }
  return (
    <Card
      title={t(words.person)}
      aside={
        opened ? null : (
          <Button
            look="quiet"
            className="-mr-5"
            icon={<LockKeyholeOpen className="size-5" aria-hidden />}
            disabledReason={may('sealed.open') ? undefined : t(words.open_no_right)}
            onClick={onOpen}
          >
            {t(words.open)}
          </Button>
        )
      }
    >
      <Facts
        rows={[
          [t(words.document), opened?.idnum ?? registration.idnum],
          [t(words.gender), t(registration.gender ? words[registration.gender] : words.secret)],
          [t(words.age), file.age],
          [t(words.birth), opened?.birth],
          [t(words.mobile), opened?.mobile ?? registration.mobile],
          ...askableFields
            .filter((name) => !stockFields.some((one) => one === name))
            .map((name) =>
              name === 'area'
                ? ([
                    t(words.region),
                    placeFields
                      .map((one) => opened?.[one])
                      .filter(Boolean)
                      .join(' '),
                  ] as const)
                : ([t(labels[name]), saidOf(name)] as const),
            ),
          [
            t(words.guardian),
            opened?.guardian
              ? [
                  opened.guardian.name,
                  opened.guardian.relationship && t(words[`guardian_${opened.guardian.relationship}`]),
                  opened.guardian.mobile,
                ]
                  .filter(Boolean)
                  .join(' · ')
              : file.guardian
                ? t(words.guardian_there)
                : null,
          ],
        ]}
      />
    </Card>
  )
}
