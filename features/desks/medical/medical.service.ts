import type { GivenOf } from '#contract/endpoint.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Db } from '#db/db.ts'
import { healthSigned } from '#features/checkin/signed.service.ts'
import { answersRead } from '#features/registrations/answers/answers.service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { sealedClass } from '#features/fields/own/personal.rules.ts'
import { ownFieldsOf } from '#features/forms/service.ts'
import { fieldText } from '#features/people/words.ts'
import type { PackRow } from '../packs.store.ts'
import type { consoleDesksMedicalOpen } from './medical.contract.ts'
import { answeredWords } from './medical.words.ts'

/** Opens the medical details of a registration. The caller has logged the opening and prepared the race's key. */
export const openMedical = async (
  { db, seal, lang }: { db: Db; seal: Seal; lang: Lang },
  pack: PackRow,
  row: RegistrationRow,
): Promise<GivenOf<typeof consoleDesksMedicalOpen>> => {
  const kept = openKept(seal, row)
  const [own, signed] = await Promise.all([
    ownFieldsOf(db, row.raceid),
    healthSigned(db, seal, lang, row.raceid, row.id),
  ])
  const isHealth = (name: string) => {
    const question = own.get(name)?.question
    return question !== undefined && sealedClass(question) === 'health'
  }
  const about = Object.fromEntries(Object.entries(kept.answers).filter(([name]) => isHealth(name)))
  const { emername: name, emertel: mobile, emerrelationship: relationship } = kept
  return {
    id: row.id,
    name: row.name,
    bib: pack.printed,
    event: nameIn(lang, pack.event, pack.event_names),
    gender: kept.gender && fieldText('gender', kept.gender)[lang],
    age: pack.age,
    bloodtype: kept.bloodtype && fieldText('bloodtype', kept.bloodtype)[lang],
    mobile: kept.mobile,
    emergency:
      name || mobile
        ? { name, mobile, relationship: relationship && fieldText('emerrelationship', relationship)[lang] }
        : null,
    guardian: kept.guardian && { name: kept.guardian.name, mobile: kept.guardian.mobile },
    answers: answersRead(own, about, lang).map(({ label, answer }) => ({ label, answer, note: null })),
    declaration: signed && {
      at: signed.at,
      doctor: signed.doctor,
      answers: signed.questions.flatMap(({ name: question, label, kind }) => {
        const answer = signed.answers[question]
        if (answer === undefined) return []
        const yesno = kind === 'yesno' && (answer === 'yes' || answer === 'no')
        return [{ label, answer: yesno ? answeredWords[answer][lang] : answer, note: signed.notes[question] ?? null }]
      }),
    },
  }
}
