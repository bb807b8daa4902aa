#!/bin/sh
# Runs once, when the database server makes its data directory: the engine gets its own role, which can make its
# two databases and see nothing of the platform's. By default every role may connect to every database, and read who owns
# which table there.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ENGINE_DB_PASSWORD" -v platform="$POSTGRES_DB" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role temporal login createdb password :'password';
revoke connect, temporary on database :"platform" from public;
SQL
