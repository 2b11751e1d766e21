#!/bin/sh
# Runs in the image of Caddy: copies Caddy's certificate for HOST to Nameplate, which may not read Caddy's files. Writes
# the chain and its key to FILE, readable by GROUP. Checks every ten seconds until a certificate exists, then every
# hour.
set -eu
umask 077
usage='usage: copy-certificate.sh FOLDER HOST FILE GROUP [once]'
certificates=${1:?$usage}
host=${2:?$usage}
file=${3:?$usage}
group=${4:?$usage}
# One file for both, replaced by a rename: a reader never sees a certificate with the key of another one. Nameplate
# ignores names that begin with a dot when it checks whether the folder is empty.
new=$(dirname "$file")/.new

read_pair() {
  # The newest certificate, because Caddy may have asked more than one authority.
  cert=$(ls -t "$certificates"/*/"$host/$host.crt" 2>/dev/null | head -n 1)
  [ -s "$cert" ] && [ -s "${cert%.crt}.key" ] && cat "$cert" "${cert%.crt}.key"
}

copy() {
  rm -f "$new" && read_pair >"$new" || return 1
  # Caddy writes its two files one after the other.
  sleep 1
  read_pair | cmp -s - "$new" || return 1
  if cmp -s "$new" "$file"; then
    rm -f "$new"
  else
    chmod 440 "$new" && chgrp "$group" "$new" && mv -f "$new" "$file" && echo "copied $cert"
  fi
}

if [ "${5:-}" = once ]; then
  copy
  exit
fi
trap 'exit 0' TERM INT
while :; do
  if copy; then pause=3600; else pause=10; fi
  sleep "$pause" &
  wait $!
done
