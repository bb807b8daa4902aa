#!/bin/sh
# Runs once, when the database server makes its data directory: the engine gets a role of its own, which can make its
# two databases and see nothing of the platform's.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ENGINE_DB_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role temporal login createdb password :'password';
SQL
