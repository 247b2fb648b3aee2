-- Whether any photo still shows a picture that was taken down in another album.
create index photos_by_hash on photos (hash, raceid) where state = 'ready';
