-- What a runner uploads. A private file (proof of a time, signature) lies sealed and is served to its account and to staff alone; its name is random.
alter table files
  add column uid bigint,
  add column private boolean not null default false,
  add constraint private_files_have_an_owner check (uid is not null or not private);
