-- Whoever had their registration erased stays nameless in lists that organisers brought: a list that is brought again gives no name back.
alter table game_runners add column erased_at timestamptz;
alter table timing_runners add column erased_at timestamptz;
-- Pictures of an export by whose they are: an erasure takes them away.
create index certificate_pictures_of_holder on certificate_pictures (holderid, raceid);
