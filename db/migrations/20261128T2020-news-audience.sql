-- Runners agree to news about other races with a consent of their own, and an announcement may go to these runners alone.
alter table announcements drop constraint announcements_audience_check;
alter table announcements add constraint announcements_audience_check
  check (audience in ('all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit', 'news', 'chosen'));
comment on column announcements.audience is
  'chosen: the registrations that staff selected in the table. news: runners who agreed to news about other races.';
