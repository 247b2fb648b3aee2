alter table accounts add column merged_into bigint references accounts (uid);
alter table accounts add column merged_at timestamptz;
alter table accounts add constraint merged_with_a_time check ((merged_into is null) = (merged_at is null));
alter table accounts add constraint merged_into_another check (merged_into <> uid);
comment on column accounts.merged_into is
  'The account of the same person that staff merged this one into. A mobile that stays here logs in to that account.';
comment on column accounts.merged_at is 'The time of the merge.';
create index accounts_merged on accounts (merged_into) where merged_into is not null;
