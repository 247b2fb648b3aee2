create table files (
  raceid integer not null references races (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  ext text not null check (ext in ('jpg', 'png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  name text not null,
  staffid bigint,
  created_at timestamptz not null,
  uid bigint,
  private boolean not null default false,
  primary key (raceid, hash),
  constraint private_files_have_an_owner check (uid is not null or not private)
);
comment on table files is 'Uploaded pictures, encoded anew. Their bytes lie in the data folder or in object storage.';
comment on column files.hash is
  'Half of the SHA-256 of the kept bytes, or a random name for a private file. It names the file in its '
  'address.';
comment on column files.bytes is 'Size of the kept file.';
comment on column files.name is 'The file''s name on the device that it came from.';
comment on column files.staffid is 'The member of staff who uploaded it.';
comment on column files.uid is 'The account that uploaded it.';
comment on column files.private is
  'Sealed on the disk, and served to its account and to staff alone: the proof of a time, a signature.';
