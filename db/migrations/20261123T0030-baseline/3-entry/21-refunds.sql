create table refund_requests (
  raceid integer not null,
  refundid bigint not null,
  registrationid bigint not null,
  eventid integer not null,
  uid bigint not null,
  kind text not null check (kind in ('exit', 'partial', 'auditfail')),
  cause text not null default '',
  note text not null default '',
  staffid bigint,
  share integer not null check (share >= 0),
  percent integer not null default 0,
  fixed integer not null default 0,
  falls_at timestamptz,
  fallback integer,
  successorid bigint,
  settled_at timestamptz,
  created_at timestamptz not null,
  primary key (raceid, refundid),
  foreign key (raceid, refundid) references refunds (raceid, id),
  foreign key (raceid, registrationid) references registrations (raceid, id)
);
create unique index one_exit_once on refund_requests (registrationid, raceid) where kind <> 'partial';
create index refund_requests_of_registration on refund_requests (registrationid, raceid);
create unique index one_successor_once on refund_requests (successorid, raceid) where successorid is not null;
create index refund_requests_waiting on refund_requests (created_at, raceid)
  where falls_at is not null and settled_at is null;
create index refund_requests_of_account on refund_requests (uid, created_at desc);
comment on table refund_requests is
  'Requests for a refund of a registration, and the rule by which the amount came about.';
comment on column refund_requests.kind is
  'exit: the registration is left. partial: it stays. auditfail: it did not pass the review.';
comment on column refund_requests.cause is 'A runner''s reason, by its word in features/refunds/words.ts.';
comment on column refund_requests.note is 'Staff''s own words.';
comment on column refund_requests.share is 'Fen paid for this registration.';
comment on column refund_requests.percent is 'Share that was kept.';
comment on column refund_requests.fixed is 'Fen that were kept on top of the share.';
comment on column refund_requests.falls_at is 'Tied to the next in line: it is paid out at the latest then.';
comment on column refund_requests.fallback is 'Fen that are paid out then.';
comment on column refund_requests.successorid is 'The registration that took the place.';
comment on column refund_requests.settled_at is 'A successor paid, or the latest time came.';
