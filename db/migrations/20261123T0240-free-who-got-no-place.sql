-- Whoever ended without a place, or left the waitlist, may sign up again with the same document.
alter table registrations add column freed_at timestamptz;
comment on column registrations.freed_at is
  'It ended without a place, or left the waitlist before one was offered: the document is free again.';
update registrations set freed_at = updated_at
  where state = 'waitfail' and deleted_at is null and closed_at is null and exited_at is null;
drop index one_live_registration_per_document;
create unique index one_live_registration_per_document on registrations (raceid, document_ix)
  where closed_at is null and freed_at is null and (deleted_at is null or exited_at is not null);

-- Those who were drawn, apart from those who got a place of the same event otherwise.
alter table registrations add column drawn_at timestamptz;
comment on column registrations.drawn_at is 'Time at which the lot gave it its place.';
update registrations r set drawn_at = l.at
  from log l where l.raceid = r.raceid and l.what = 'registration drawn' and l.target = 'registration ' || r.id;

-- An organiser words a reservation in several languages; its reader chooses.
alter table registrations add column delay_words jsonb;
comment on column registrations.delay_words is
  'The organiser''s words of a reserved place by language, as tag and description; null: there is one wording.';
update registrations r set delay_words = jsonb_build_object(
    'tag', c.settings #> '{delay,tag}', 'description', c.settings #> '{delay,description}')
  from races c where c.id = r.raceid and r.state = 'delay' and c.settings ? 'delay';

create table waitlist_groups (
  raceid integer not null,
  orderid bigint not null,
  asked_at timestamptz not null,
  primary key (raceid, orderid),
  foreign key (raceid, orderid) references orders (raceid, id)
);
comment on table waitlist_groups is
  'Orders that asked for places for all of their registrations or for none, where each would stand for itself.';
