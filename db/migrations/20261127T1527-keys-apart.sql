-- Tables of a race refer to no table of the platform, so that the data can be spread by race.
alter table api_keys drop constraint api_keys_staffid_fkey, drop constraint api_keys_made_by_fkey;
