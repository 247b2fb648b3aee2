-- The source of each place, for the public ledger of places.
alter table invitations add source text not null default 'direct'
  constraint source_of_places check (source in ('public', 'direct', 'charity', 'sponsor', 'elite', 'club', 'staff'));
comment on column invitations.source is
  'The source of the places that the code gives. public: the code changes only the price.';
alter table registrations add by_hand boolean not null default false;
comment on column registrations.by_hand is 'Staff entered the registration, by hand or from a list.';
