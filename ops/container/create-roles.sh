#!/bin/sh
# Runs in the image of PostgreSQL when its volume is empty: creates the two roles of "Database roles" in
# docs/operate.md.
set -eu
psql -v ON_ERROR_STOP=1 -v owner_password="$OWNER_PASSWORD" -v service_password="$SERVICE_PASSWORD" \
  -U "${POSTGRES_USER:-postgres}" "${POSTGRES_DB:-postgres}" <<'SQL'
create role nameplate_owner login password :'owner_password';
create role nameplate_service login password :'service_password';
create database nameplate owner nameplate_owner;
SQL
