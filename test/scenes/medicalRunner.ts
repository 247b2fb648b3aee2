import { HEALTH_CONSENT } from '#features/checkin/words.ts'
import { checkinDisclaimerSave, consoleCheckinDeclarationsSave } from '#features/checkin/contract.ts'
import { Question } from '#features/fields/own/question.contract.ts'
import { consoleFormsSave, consoleFormsShow } from '#features/forms/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant } from '#test/entrants.ts'
import type { World } from '#test/world.ts'

type As = { token: string }
const say = (cn: string, en: string) => ({ 'zh-cn': cn, 'zh-tw': cn, en })

/** Makes the race ask about allergies at sign-up, and ask for a health declaration. */
export const askHealth = async (world: World, director: As): Promise<void> => {
  const { updated_at, form } = await world.ask(consoleFormsShow, { raceid: RACE, eventid: 1 }, director)
  const allergies = Question.parse({ name: 'f1', kind: 'text', says: say('过敏史', 'Allergies'), personal: true })
  const travel = Question.parse({ name: 'f2', kind: 'text', says: say('您怎么来', 'How do you travel') })
  const sections = [{ name: 'more', says: {}, fields: ['f1', 'f2'] }]
  const asked = { ...form, questions: [allergies, travel], sections }
  await world.ask(consoleFormsSave, { raceid: RACE, eventid: 1, updated_at, form: asked }, director)
  const yesno = (name: string, cn: string, en: string) => ({ name, kind: 'yesno' as const, says: say(cn, en) })
  await world.ask(
    consoleCheckinDeclarationsSave,
    {
      raceid: RACE,
      kind: 'health',
      eventid: 0,
      title: say('健康声明', 'Health declaration'),
      body: say('请如实填写。', 'Please answer truthfully.'),
      questions: [
        { ...yesno('heart', '是否有心脏病史', 'Have you ever had heart trouble?'), required: true, doctor_on: 'yes' },
        { ...yesno('drugs', '是否在服药', 'Do you take medicine?'), required: true, note_on: 'yes' },
      ],
      signature: false,
    },
    director,
  )
  // Moves the clock on, because servers read the form again only after some seconds.
  world.clock.advance(60_000)
}
/** Signs up a runner who is allergic and takes medicine. Returns the registration's key. */
export const enterWithHealth = async (world: World, runner: As, n: number): Promise<string> => {
  const answers = { f1: '花生', f2: '坐地铁' }
  const { _key } = await world.ask(registrationSave, entrant(n, { name: '周启明', answers }), runner)
  await world.ask(
    checkinDisclaimerSave,
    {
      id: _key,
      kind: 'health',
      version: 1,
      answers: { heart: 'yes', drugs: 'yes' },
      notes: { drugs: '降压药' },
      consent: HEALTH_CONSENT,
    },
    runner,
  )
  return _key
}
