-- A code belongs to the browser that asked for it: another's code for the same mobile takes none away.
delete from mobile_codes;
alter table mobile_codes add column asker bytea not null;
alter table mobile_codes drop constraint mobile_codes_pkey;
alter table mobile_codes add primary key (mobile_ix, asker);

-- A check may be heard.
alter table picture_checks drop constraint picture_checks_kind_check;
alter table picture_checks add check (kind in ('picture', 'sound', 'work'));

-- Calls to others that failed, counted by day, for staff to see.
create table outside_failures (
  what text not null,
  day date not null,
  failed integer not null,
  said text not null,
  last_at timestamptz not null,
  primary key (what, day)
);

-- Pictures that are kept for a moment have a cap all together.
alter table brief_pictures add column bytes integer not null default 0;
