-- Cases of suspected substitutes that photos show. Servers of the last release read only the kinds of suspicions.
create table sightings (
  raceid integer not null references races (id),
  id bigint not null default nextval('suspicions_id_seq'),
  eventid integer not null,
  kind text not null check (kind in ('photo', 'gender', 'person')),
  bib text not null,
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'substitute')),
  reason text,
  decided_at timestamptz,
  staffid bigint,
  found_at timestamptz not null,
  primary key (raceid, id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (reason is null))
);
create unique index one_sighting_of_a_kind on sightings (raceid, eventid, kind, bib);
comment on table sightings is 'Results whose photos show that somebody else may have run. Only staff see them.';
comment on column sightings.id is 'Number of the case. Sightings and suspicions share one sequence.';
comment on column sightings.kind is 'photo: photos and chip of the bib passed at different times. gender, person: staff saw another gender or another person in the photos.';
comment on column sightings.evidence is 'Figures that the rule compared, or the note of the member of staff.';
comment on column sightings.reason is 'Reason of the decision.';
comment on column sightings.staffid is 'Member of staff who decided.';
comment on column sightings.found_at is 'Moment at which the rule found it first, or at which staff reported it.';
