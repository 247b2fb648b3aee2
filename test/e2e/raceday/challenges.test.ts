import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeDeskWords } from '#features/challenges/console/challengeDesk.words.ts'
import { consoleChallengesList, consoleChallengesSave } from '#features/challenges/contract.ts'
import { challengeWords as words } from '#features/challenges/web/challenges.words.ts'
import { challengeConsent } from '#features/challenges/words.ts'
import { gpxOf } from '#features/tracking/share/route.rules.ts'
import { trailWords } from '#features/trails/web/trails.words.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let staff: { token: string }
let id: number
beforeAll(async () => {
  stage = await openStage({ now: '2026-03-01T15:00:00Z' })
  await openRace(stage.world, { name: 'Harbour Marathon', zone: 'America/New_York', city: 'New York', province: '' })
  await openEvent(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const saved = await stage.world.ask(
    consoleChallengesSave,
    {
      raceid: RACE,
      name: '三月 21 天',
      names: { en: '21 days in March' },
      description: '每天跑一点，跨过夏令时也不断。',
      goal: 'days',
      target: 21,
      starts_on: '2026-03-01',
      ends_on: '2026-03-31',
      least_metres: 1000,
      proofs: ['track', 'photo'],
      makeups: 2,
      makeup_days: 3,
      published: true,
    } as never,
    staff,
  )
  id = saved.challenge.id
})
afterAll(() => stage?.close())

/** Returns a run of half an hour with the random errors of a receiver. Another `seed` gives other errors. */
const runFile = (start: string, seed: number) => {
  let random = seed * 97 + 11
  const chance = () => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  const points = Array.from(
    { length: 180 },
    (_, n) =>
      [
        Date.parse(start) + n * 10_000,
        40.7 + (n * 28 + chance() * 14) / 111_195,
        -74 + (seed * 60 + chance() * 14) / 84_000,
        null,
      ] as const,
  )
  return { name: 'run.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpxOf('Run', points)) }
}
const goTo = async ({ context }: Visitor, moment: string): Promise<void> => {
  stage.world.clock.set(new Date(moment).toISOString())
  await context.clock.setSystemTime(new Date(moment))
}
const photoFile = async (shade: number) => ({
  name: 'run.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 200, height: 150, channels: 3, background: { r: shade, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer(),
})
const fact = ({ page }: Visitor, name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd').first()

test('a month of clocking in continues over the night in which the clocks of a foreign race go forward', async () => {
  const account = await runnerSession(stage.world)
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open(`/challenges?raceid=${RACE}`)
  await page.getByText('21 days in March').waitFor()
  await noFaults(phone, 'challenge-1-list-en')
  await phone.logIn('runner', account.token)
  await phone.open(`/challenge?raceid=${RACE}&id=${id}`)
  await page.getByLabel(trailWords.name.en).fill('Alex')
  await page.getByLabel(trailWords.agree.en.replace('{title}', challengeConsent.title.en)).check()
  await page.getByRole('button', { name: words.join.en, exact: true }).click()
  await page.getByText(words.calendar.en, { exact: true }).waitFor()
  await noFaults(phone, 'challenge-2-joined-en')

  const clockIn = async (day: number, start: string) => {
    await goTo(phone, new Date(Date.parse(start) + 2_400_000).toISOString())
    await phone.open(`/challenge?raceid=${RACE}&id=${id}`)
    await page.getByLabel(words.track.en).setInputFiles(runFile(start, day))
    await page.getByText(words.counted.en, { exact: true }).waitFor()
  }
  const two = (n: number) => String(n).padStart(2, '0')
  // By the clock of New York the runner clocks in shortly before midnight, and on the 9th shortly after midnight. The
  // 8th has 23 hours, and the phone is set to Shanghai.
  for (let day = 1; day <= 7; day++) await clockIn(day, `2026-03-${two(day)}T23:10:00-05:00`)
  await clockIn(8, '2026-03-08T23:10:00-04:00')
  await clockIn(9, '2026-03-09T00:20:00-04:00')
  await expect.poll(() => fact(phone, words.streak.en).textContent()).toBe('9 days')
  await noFaults(phone, 'challenge-3-over-the-border-en')

  // The runner misses the 10th. A photo on the 11th makes up for the missed day, and the run of the 11th counts for the
  // 11th.
  await goTo(phone, '2026-03-11T16:00:00-04:00')
  await phone.open(`/challenge?raceid=${RACE}&id=${id}`)
  await expect.poll(() => fact(phone, words.streak.en).textContent()).toBe('0 days')
  await page.getByRole('button', { name: '10 Mar, missed' }).click()
  await page.getByText(words.clock_day.en.replace('{day}', '10 Mar')).waitFor()
  await page.getByLabel(words.photo.en).setInputFiles(await photoFile(40))
  await page.getByRole('button', { name: '10 Mar, made up' }).waitFor()
  await clockIn(11, '2026-03-11T16:30:00-04:00')
  await expect.poll(() => fact(phone, words.streak.en).textContent()).toBe('11 days')
  // The page refuses the photo that has already made up for the 10th.
  await page.getByLabel(words.photo.en).setInputFiles(await photoFile(40))
  await page.getByText(words.not_counted.en.replace('{why}', 'This photo has already been submitted')).waitFor()
  await noFaults(phone, 'challenge-4-made-up-en')
  for (let day = 12; day <= 21; day++) await clockIn(day, `2026-03-${two(day)}T07:00:00-04:00`)
  await page.getByText(words.complete.en.replace('{day}', '21 Mar')).waitFor()
  await noFaults(phone, 'challenge-5-complete-en')
  await page.getByRole('link', { name: words.picture.en }).click()
  await page.getByRole('img', { name: /Alex in 21 days in March: 21 days/ }).waitFor()
  await noFaults(phone, 'challenge-6-picture-en')
}, 120_000) // The story opens a page and sends a file for each of 21 days.

test('friends make a group, a photo waits for staff, and staff let it count', async () => {
  const { world } = stage
  world.clock.set('2026-03-21T12:00:00Z')
  // The session of the first day is over.
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const [first, second] = [await runnerSession(world), await runnerSession(world)]
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', staff.token)
  await desk.open(`/console/${RACE}/challenges`)
  const says = (word: keyof typeof challengeDeskWords) => challengeDeskWords[word]['zh-cn']
  await desk.page.getByText('三月 21 天').first().waitFor()
  await noFaults(desk, 'challenge-20-console')
  await desk.page.getByRole('button', { name: says('add') }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel(`${says('name')} · 简体中文`).fill('春日百公里')
  await dialog.getByLabel(says('goal'), { exact: true }).selectOption({ label: says('goal_metres') })
  await dialog.getByLabel(says('ends_on')).fill('2026-04-20')
  await dialog.getByLabel('照片', { exact: true }).check()
  await dialog.getByLabel(says('review')).check()
  await dialog.getByLabel(says('published')).check()
  await noFaults(desk, 'challenge-21-dialog')
  await dialog.getByRole('button', { name: says('add') }).click()
  await desk.page.getByText('春日百公里').first().waitFor()
  const made = (await world.ask(consoleChallengesList, { raceid: RACE }, staff)).items.find(
    ({ name }) => name === '春日百公里',
  )!

  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.logIn('runner', first.token)
  await phone.open(`/challenge?raceid=${RACE}&id=${made.id}`)
  const joining = async (at: Visitor, name: string, button: string) => {
    await at.page.getByLabel(trailWords.name['zh-cn']).fill(name)
    await at.page.getByLabel(trailWords.agree['zh-cn'].replace('{title}', challengeConsent.title['zh-cn'])).check()
    await at.page.getByRole('button', { name: button, exact: true }).click()
    await at.page.getByText(words.calendar['zh-cn'], { exact: true }).waitFor()
  }
  await joining(phone, '沈跑跑', words.join['zh-cn'])
  await page.getByLabel(words.group_name['zh-cn']).fill('晨跑团')
  await page.getByRole('button', { name: words.group_make['zh-cn'] }).click()
  await page.getByRole('button', { name: words.group_invite['zh-cn'] }).click()
  const link = new URL(await page.locator('input[name=link]').inputValue())
  await noFaults(phone, 'challenge-22-invite')
  const other = await stage.visit('phone', 'zh-cn')
  await other.logIn('runner', second.token)
  await other.open(`${link.pathname}${link.search}`)
  await joining(other, '阿强', words.join_group['zh-cn'])
  await other.page.getByLabel(words.photo['zh-cn']).setInputFiles(await photoFile(90))
  await other.page.getByText(words.counted_waits['zh-cn']).waitFor()
  await noFaults(other, 'challenge-23-waits')

  await desk.open(`/console/${RACE}/challenges`)
  await desk.page.getByRole('link', { name: new RegExp(says('see_photo')) }).waitFor()
  await noFaults(desk, 'challenge-24-review')
  await desk.page.getByRole('button', { name: says('accept'), exact: true }).click()
  await desk.page.getByText(says('proofs_none')).waitFor()
  const laptop = await stage.visit('desktop', 'zh-cn')
  await laptop.logIn('runner', second.token)
  await laptop.open(`/challenge?raceid=${RACE}&id=${made.id}`)
  await laptop.page.getByText('晨跑团').first().waitFor()
  await laptop.page.getByText('阿强').waitFor()
  await noFaults(laptop, 'challenge-25-desktop')
})
