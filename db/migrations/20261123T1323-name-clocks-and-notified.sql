alter table result_sheets rename column basis to clock;
alter table result_sheets rename column split_basis to split_clock;
alter table result_sheets rename constraint result_sheets_basis_check to result_sheets_clock_check;
alter table result_sheets rename constraint result_sheets_split_basis_check to result_sheets_split_clock_check;
alter table announcements rename column told to notified;
alter table announcements rename constraint announcements_told_check to announcements_notified_check;
comment on column announcements.notified is 'Registrations notified so far.';
comment on column announcements.after is 'The last registration notified: a job that was killed goes on there.';
