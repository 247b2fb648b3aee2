-- A runner may wish for a number that ends like the birthday or the mobile.
alter table registrations add column bib_wish text;
comment on column registrations.bib_wish is 'Wish for a number: none, birthday or phone.';
