-- For whom somebody runs, where a person corrected it: a team's name, '' for none; null: as signed up, listed or imported
-- (features/results/teams.rules.ts). It stands in the row because a correction must change what the event's standings are read from.
alter table results add column team text;

alter table result_corrections drop constraint result_corrections_kind_check;
alter table result_corrections add constraint result_corrections_kind_check check (kind in ('time', 'outcome', 'swap', 'team'));
