alter table invitations add column holder bytea;
comment on column invitations.holder is
  'The keyed index of the one document that may use the code, under this race''s key. Null: anybody may use it.';

create table deferrals (
  raceid integer not null references races (id),
  registrationid bigint not null,
  to_raceid integer not null,
  inviteid bigint not null,
  created_at timestamptz not null,
  primary key (raceid, registrationid),
  foreign key (raceid, registrationid) references registrations (raceid, id)
);
comment on table deferrals is 'Reserved places that lead to another race, with the invitation that lets the runner in there.';
comment on column deferrals.to_raceid is 'The other race. It has no key: the two races may be kept on two machines.';
comment on column deferrals.inviteid is 'The invitation of the other race.';
