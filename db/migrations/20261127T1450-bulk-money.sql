-- Bulk actions that give money back: the amounts at the confirmation, and the approval of a second person.
alter table bulk_actions add amount bigint check (amount >= 0);
alter table bulk_actions add approved_by bigint;
alter table bulk_actions add approved_at timestamptz;
alter table bulk_actions drop constraint bulk_actions_state_check;
alter table bulk_actions add constraint bulk_actions_state_check
  check (state in ('waiting', 'running', 'stopped', 'ended'));
alter table bulk_actions add constraint bulk_approved_by_another check (approved_by <> staffid);
comment on column bulk_actions.amount is 'Fen that all rows together give back by the confirmation. Null: the action gives no money back.';
comment on column bulk_actions.approved_by is 'Member of staff who approved the action, never the one who began it.';

alter table bulk_rows add amount bigint check (amount >= 0);
alter table bulk_rows add back bigint check (back >= 0 and back <= amount);
comment on column bulk_rows.amount is 'Fen that the row gives back by the confirmation. It gives back no more.';
comment on column bulk_rows.back is 'Fen that the action gave back for this row.';
