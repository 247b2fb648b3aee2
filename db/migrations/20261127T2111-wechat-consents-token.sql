-- A unique key of a race's table must hold the race (docs/scale.md). The token is random, so the key needs no check.
drop index wechat_consents_by_token;
create index wechat_consents_by_token on wechat_consents (token_hash) where token_hash is not null;
