#!/bin/sh
# The last stage of the image: adds the user of the service and its data folder to the file system at ROOT. The image
# needs no Debian package, because a release includes Node, and Node includes the public certificate authorities.
set -eu
root=${1:?usage: prepare.sh ROOT}
echo 'nameplate:x:10001:' >>"$root/etc/group"
echo 'nameplate:x:10001:10001:Nameplate:/data:/usr/sbin/nologin' >>"$root/etc/passwd"
install -d -m 700 -o 10001 -g 10001 "$root/data"
