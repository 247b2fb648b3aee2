import { Link2, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { isBuiltIn, roles } from '#contract/rights.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type StaffMember,
  consoleRolesList,
  consoleStaffList,
  consoleStaffRemove,
  consoleStaffSave,
} from '../contract.ts'
import { words } from '../words.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { ResetButton, SecondChip } from './SecondOfStaff.tsx'
import { useMe } from './useMe.ts'
import { OwnRolesCard } from './OwnRolesCard.tsx'
import { StaffDialog } from './StaffDialog.tsx'

const RoleChips = ({ staff }: { staff: StaffMember }) => {
  const t = useWords()
  const listed = useAsk(consoleRacesList, {}, { quiet: true })
  if (staff.roles.length === 0) return <Chip tone="warning">{t(words.no_roles)}</Chip>
  const where = (raceid: number | null) =>
    raceid === null
      ? t(words.all_races)
      : (listed.data?.items.find(({ id }) => id === raceid)?.name ?? t(words.race_n, { n: raceid }))
  return staff.roles.map(({ role, raceid, name }) => (
    <Chip key={`${role}/${raceid}`} tone={role === 'owner' ? 'race' : 'plain'}>
      {isBuiltIn(role) ? t(roles[role].label) : (name ?? t(words.no_roles))} · {where(raceid)}
    </Chip>
  ))
}

export const StaffPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const list = useAsk(consoleStaffList, {})
  const { me, refresh } = useMe()
  const own = useAsk(consoleRolesList, {})
  const save = useCall(consoleStaffSave)
  const remove = useCall(consoleStaffRemove)
  const [edited, setEdited] = useState<StaffMember | 'new'>()
  const [leaving, setLeaving] = useState<StaffMember>()
  const [link, setLink] = useState<{ name: string; link: string }>()
  const [refused, setRefused] = useState<Refused>()

  const done = (said: string) => {
    void list.refetch()
    void own.refetch() // The list of roles shows the number of holders.
    toastSuccess(said)
  }
  const write = async (input: Parameters<typeof save.mutateAsync>[0]) => {
    setRefused(undefined)
    try {
      const saved = await save.mutateAsync(input)
      setEdited(undefined)
      done(t(words.saved))
      if (saved.link !== null) setLink({ name: saved.staff.name, link: saved.link })
      if (saved.sent) toastSuccess(t(words.invited, { name: saved.staff.name }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const takeAway = async ({ staffid }: StaffMember) => {
    setRefused(undefined)
    try {
      await remove.mutateAsync({ staffid })
      setLeaving(undefined)
      done(t(words.removed))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const open = (which: () => void) => {
    setRefused(undefined)
    which()
  }
  return (
    <DeskPage
      title={t(words.staff_title)}
      actions={
        <Button
          icon={<UserPlus className="size-5" aria-hidden />}
          disabled={!list.data}
          onClick={() => open(() => setEdited('new'))}
        >
          {t(words.add)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={3} className="h-24" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {list.data.items.map((staff) => (
              <li key={staff.staffid} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
                <div className="min-w-0 flex-[1_1_14rem]">
                  <p className="truncate font-medium">{staff.name}</p>
                  <p className="figures text-14 text-soft">
                    {staff.login} ·{' '}
                    {staff.waiting
                      ? t(words.waiting)
                      : `${t(words.seen)} ${dateText(staff.seen_at, lang, 'deadline') || t(words.never)}`}
                  </p>
                </div>
                <div className="flex flex-[2_1_16rem] flex-wrap gap-1.5">
                  <SecondChip staff={staff} />
                  <RoleChips staff={staff} />
                </div>
                <div className="-mr-2 ml-auto flex">
                  <IconButton label={`${t(words.edit)} ${staff.name}`} onClick={() => open(() => setEdited(staff))}>
                    <Pencil className="size-5" aria-hidden />
                  </IconButton>
                  {staff.second && staff.staffid !== me?.staffid ? (
                    <ResetButton staff={staff} onDone={refresh} />
                  ) : null}
                  <IconButton
                    label={`${t(words.new_link)} ${staff.name}`}
                    disabled={save.isPending}
                    onClick={() =>
                      void write({
                        staffid: staff.staffid,
                        login: staff.login,
                        name: staff.name,
                        roles: staff.roles,
                        link: true,
                      })
                    }
                  >
                    <Link2 className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton label={`${t(words.remove)} ${staff.name}`} onClick={() => open(() => setLeaving(staff))}>
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {list.data ? <OwnRolesCard /> : null}
      {list.data ? <PolicyCard /> : null}
      {edited ? (
        <StaffDialog
          staff={edited === 'new' ? undefined : edited}
          refused={refused}
          busy={save.isPending}
          onClose={() => setEdited(undefined)}
          onSave={(input) => void write(input)}
        />
      ) : null}
      {link ? (
        <LinkDialog
          title={t(words.link_title, { name: link.name })}
          description={t(words.link_text)}
          link={link.link}
          onClose={() => setLink(undefined)}
        />
      ) : null}
      <AskDialog
        open={leaving !== undefined}
        title={t(words.remove_title, { name: leaving?.name ?? '' })}
        action={t(words.remove)}
        look="danger"
        busy={remove.isPending}
        onClose={() => setLeaving(undefined)}
        onDo={() => leaving && void takeAway(leaving)}
      >
        <p>{t(words.remove_text)}</p>
        {refused ? (
          <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </AskDialog>
    </DeskPage>
  )
}
