import { type Ranking, type TeamKind, type TeamRules, teamKinds } from '#features/results/rules.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { rankingWords } from './ranking.words.ts'
import { teamRulesWords as labels } from './teamRules.words.ts'

const kindNames = { open: labels.kind_open, women: labels.kind_women, men: labels.kind_men } as const
/** Returns the values with which the form starts for an event that ranks no teams yet. */
export const usualTeams = (basis: Ranking['basis']): TeamRules => ({
  of: 'team',
  basis,
  score: 'time',
  numbering: 'stand',
  displacers: 2,
  kinds: [{ kind: 'open', scorers: 4, women: 0, men: 0 }],
})
/** Finds the reason why these rules cannot be saved. */
export const wrongTeams = (teams: TeamRules) => {
  if (teams.kinds.length === 0) return labels.no_kind
  if (teams.kinds.some(({ scorers }) => scorers < 2 || scorers > 20)) return labels.scorers_wrong
  return teams.kinds.some(({ scorers, women, men }) => women + men > scorers) ? labels.quota_wrong : undefined
}

export const TeamRulesPart = ({
  on,
  teams,
  onSwitch,
  onChange,
}: {
  on: boolean
  teams: TeamRules
  onSwitch: (on: boolean) => void
  onChange: (teams: TeamRules) => void
}) => {
  const t = useWords()
  const set = (patch: Partial<TeamRules>) => onChange({ ...teams, ...patch })
  const choice = <Field extends 'of' | 'basis' | 'score' | 'numbering'>(
    field: Field,
    options: Record<TeamRules[Field], string>,
  ) => (
    <Select
      label={t(labels[field])}
      value={teams[field]}
      onChange={(change) => set({ [field]: change.target.value })}
      options={Object.entries<string>(options).map(([value, label]) => ({ value, label }))}
    />
  )
  const toggle = (kind: TeamKind, chosen: boolean) =>
    set({
      kinds: teamKinds.flatMap((one) =>
        one === kind
          ? chosen
            ? [{ kind, scorers: teams.kinds[0]?.scorers ?? 4, women: 0, men: 0 }]
            : []
          : teams.kinds.filter((known) => known.kind === one),
      ),
    })
  return (
    <section aria-label={t(labels.title)}>
      <h3 className="mb-1 mt-6 font-bold">{t(labels.title)}</h3>
      <Checkbox checked={on} onChange={(change) => onSwitch(change.target.checked)}>
        {t(labels.on)}
      </Checkbox>
      {on ? (
        <div className="grid gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            {choice('of', { team: t(labels.of_team), club: t(labels.of_club) })}
            {choice('basis', { gun: t(rankingWords.gun), net: t(rankingWords.net) })}
            {choice('score', { time: t(labels.score_time), places: t(labels.score_places) })}
            {teams.score === 'places' ? choice('numbering', { stand: t(labels.stand), teams: t(labels.teams) }) : null}
            {teams.score === 'places' && teams.numbering === 'teams' ? (
              <NumberInput
                max={20}
                label={t(labels.displacers)}
                value={teams.displacers}
                onChange={(value) => set({ displacers: value })}
              />
            ) : null}
          </div>
          <ul className="grid gap-3">
            {teamKinds.map((kind) => {
              const own = teams.kinds.find((one) => one.kind === kind)
              const change = (patch: Partial<TeamRules['kinds'][number]>) =>
                set({ kinds: teams.kinds.map((one) => (one.kind === kind ? { ...one, ...patch } : one)) })
              return (
                <li key={kind} className="rounded border border-line px-4 py-1">
                  <Checkbox checked={own !== undefined} onChange={(event) => toggle(kind, event.target.checked)}>
                    {t(kindNames[kind])}
                  </Checkbox>
                  {own ? (
                    <div className="mb-3 grid gap-4 md:grid-cols-3">
                      <NumberInput
                        max={20}
                        label={t(labels.scorers)}
                        value={own.scorers}
                        onChange={(value) => change({ scorers: value })}
                      />
                      {kind === 'open' ? (
                        <NumberInput
                          max={20}
                          label={t(labels.women)}
                          value={own.women}
                          onChange={(value) => change({ women: value })}
                        />
                      ) : null}
                      {kind === 'open' ? (
                        <NumberInput
                          max={20}
                          label={t(labels.men)}
                          value={own.men}
                          onChange={(value) => change({ men: value })}
                        />
                      ) : null}
                    </div>
                  ) : null}
                </li>
              )
            })}
          </ul>
          <p className="text-14 text-soft">{t(labels.tie)}</p>
        </div>
      ) : null}
    </section>
  )
}
