import type { OwnRole, Right, Role } from '#contract/rights.ts'
import { openSession } from '#db/sessions.ts'
import { accountFor } from '#features/accounts/service.ts'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { WORK_BITS } from '#features/checks/human.rules.ts'
import { findWork } from '#features/checks/rules.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import { deviceText, newDevice } from '#seam/server/device.ts'
import type { World } from './world.ts'

const opening = (world: Pick<World, 'clock'>) => ({ userAgent: 'test', address: '127.0.0.1', now: world.clock.now() })

/** Makes a logged-in member of staff with these roles. A role whose `raceid` is null is for all races. */
export const staffSession = (
  world: Pick<World, 'db' | 'clock'>,
  roles: readonly { raceid: number | null; role: Role | OwnRole }[],
): Promise<{ token: string; staffid: number }> =>
  world.db.transaction().execute(async (tx) => {
    const now = world.clock.now()
    const { staffid } = await tx
      .insertInto('staff')
      .values({
        login: `staff-${crypto.randomUUID()}`,
        name: '工作人员',
        password: null,
        created_at: now,
        updated_at: now,
      })
      .returning('staffid')
      .executeTakeFirstOrThrow()
    for (const { raceid, role } of roles) await tx.insertInto('staff_roles').values({ staffid, raceid, role }).execute()
    return { staffid, token: await openSession(tx, { ...opening(world), staffid }) }
  })

/** Makes a role of the race's own with these rights, and a logged-in member of staff who has only this role. */
export const ownRoleSession = async (
  world: Pick<World, 'db' | 'clock'>,
  raceid: number,
  rights: Right[],
): Promise<{ token: string; staffid: number }> => {
  const now = world.clock.now()
  const { id } = await world.db
    .insertInto('own_roles')
    .values({ raceid, name: rights.join(' '), rights, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return staffSession(world, [{ raceid, role: `own:${id}` }])
}

/** Makes a logged-in runner's account with a mobile number of its own (11 digits, or E.164 from abroad). */
export const runnerSession = async (
  world: World,
  mobile = `13${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`,
): Promise<{ token: string; uid: number; mobile: string }> => {
  const { seal } = world.parts
  const normal = normalMobile(mobile)
  await seal.prepare('accounts')
  return world.db.transaction().execute(async (tx) => {
    const uid = await accountFor(tx, seal, normal, world.clock.now())
    return { uid, mobile: normal, token: await openSession(tx, { ...opening(world), uid }) }
  })
}

/**
 * Returns the newest log-in code that was sent to a mobile. Outside of tests only the person who holds the mobile reads
 * this code.
 */
export const codeSentTo = async (
  { db, seal }: Pick<World['parts'], 'db' | 'seal'>,
  mobile: string,
): Promise<string> => {
  await seal.prepare('accounts')
  const rows = await db
    .selectFrom('messages')
    .select(['mobile', 'content'])
    .where('template', '=', 'login_code')
    .orderBy('id', 'desc')
    .execute()
  const row = rows.find((one) => seal.open('accounts', 'message mobile', one.mobile!) === normalMobile(mobile))
  if (!row) throw new Error('No code was sent to this number')
  return (JSON.parse(seal.open('accounts', 'message content', row.content)) as { code: string }).code
}

/** Requests a picture check and returns it with the answer that a person would read. */
export const pictureFor = async (world: World): Promise<{ captchaid: string; captcha: string }> => {
  const { captchaid } = await world.ask(captchaGenerate, {})
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  return { captchaid, captcha: answer }
}
/** Requests a picture check of the kind `work`, and solves its task as a device does. */
export const workFor = async (
  world: Pick<World, 'ask'>,
  bits: number = WORK_BITS,
): Promise<{ captchaid: string; captcha: string }> => {
  const { captchaid } = await world.ask(captchaGenerate, { kind: 'work', bits })
  return { captchaid, captcha: findWork(captchaid, 0, 100_000_000, bits)! }
}
export const codeFor = async (world: World, mobile: string): Promise<string> => {
  await world.ask(userSmsSend2, { mobile, ...(await pictureFor(world)) })
  return codeSentTo(world.parts, mobile)
}
/** Returns the cookies of browsers that opened a page of ours. `known` means that a person used the browser. */
export const deviceCookies = async (
  { parts }: Pick<World, 'parts'>,
  count: number,
  known = false,
): Promise<string[]> => {
  await parts.seal.prepare('accounts')
  return Array.from({ length: count }, () => `startline_device=${deviceText(parts.seal, { ...newDevice(), known })}`)
}
