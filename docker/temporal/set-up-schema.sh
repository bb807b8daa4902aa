#!/bin/sh
# Makes and updates the engine's two databases. Repeating it changes nothing, so it runs before every start of the
# server, also of a newer one. SQL_PASSWORD comes from the environment.
set -eu

tool() {
  database=$1
  shift
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p 5432 -u temporal --db "$database" "$@"
}

for part in temporal:temporal temporal_visibility:visibility; do
  database=${part%%:*}
  folder=${part##*:}
  # Fails where the database is there already, which is no reason to stop: what it lacks, the next step says.
  tool "$database" create || echo "$database was there"
  tool "$database" setup-schema -v 0.0
  tool "$database" update-schema -d "/etc/temporal/schema/postgresql/v12/$folder/versioned"
done
