alter table registrations add column bloodtype bytea;
comment on column registrations.bloodtype is 'Blood type, sealed.';
